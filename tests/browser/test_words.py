"""The page's words: every text in both languages, every text that is used, and none that is not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import carreau

PAGE = Path(carreau.__file__).parent / "web" / "page"
CATALOGUES = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in (PAGE / "words").glob("*.json")}
WITH_COMMENTS = "\n".join(file.read_text(encoding="utf-8") for file in PAGE.glob("*.js"))
SCRIPTS = re.sub(r"^\s*//.*$|/\*\*.*?\*/", "", WITH_COMMENTS, flags=re.MULTILINE)


def families() -> list[str]:
    """The beginnings of keys that are put together, such as seat-."""
    return re.findall(r"\bt\(`([\w-]+-)\$\{", SCRIPTS)


def test_both_languages_have_every_text() -> None:
    assert set(CATALOGUES) == {"en", "fr"}
    assert set(CATALOGUES["en"]) == set(CATALOGUES["fr"])
    for catalogue in CATALOGUES.values():
        assert all(text.strip() for text in catalogue.values())


def test_the_same_things_are_filled_in() -> None:
    for key, text in CATALOGUES["en"].items():
        assert set(re.findall(r"\{(\w+)\}", text)) == set(re.findall(r"\{(\w+)\}", CATALOGUES["fr"][key])), key


def test_every_text_is_there() -> None:
    """One that is missing also fails the page itself, and so every test that shows it."""
    asked = set(re.findall(r'\bt\(\s*"([\w-]+)"', SCRIPTS))
    assert asked
    assert asked <= set(CATALOGUES["en"])


def test_every_text_is_used() -> None:
    said = set(re.findall(r'"([\w-]+)"', SCRIPTS))
    unused = {key for key in CATALOGUES["en"] if key not in said and not key.startswith(tuple(families()))}
    assert unused == set()


def test_no_words_hide_in_the_scripts() -> None:
    """What people read comes from a catalogue: no element is given a text of letters."""
    found = re.findall(r'el\("[a-z0-9]+", \{[^{}]*\}, "([A-Za-zÀ-ÿ]{3,}[^"]*)"', SCRIPTS)
    assert [text for text in found if text != "Carreau"] == []
