"""The rule pages: complete in both languages, their examples run, their pictures are up to date."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import carreau
from carreau.cli import main
from carreau.games.grids import our_grids

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "games"
PICTURES = PAGES / "pictures"
DRAW = ROOT / "docs" / "draw_pictures.py"
LANGUAGES = ("en", "fr")
OURS = ("squadro", "unlur", "squaryd", "united-square", "012x012")
EVERY_PAGE = [(language, game) for language in LANGUAGES for game in OURS]
PRINTED = re.compile(r"print\(.*\)  # (.*)")
LINK = re.compile(r'src="([^"]+)"|\]\(([^)#\s]+)')

every_page = pytest.mark.parametrize(("language", "game"), EVERY_PAGE, ids=["-".join(page) for page in EVERY_PAGE])


def page_text(language: str, game: str) -> str:
    return (PAGES / language / f"{game}.md").read_text(encoding="utf-8")


def code_blocks(text: str) -> list[tuple[str, str]]:
    """Every fenced block: what stands after the fence, and its lines."""
    return re.findall(r"^```(\S.*)\n((?:.*\n)*?)```$", text, flags=re.MULTILINE)


def commands(block: str) -> list[tuple[str, str]]:
    """The commands of a console block, each with the output that the page shows for it."""
    parts = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    return [(command, output.rstrip("\n")) for command, _, output in (part.partition("\n") for part in parts)]


@pytest.fixture
def _english_again():
    yield
    carreau.set_language("en")


@every_page
def test_page_names_every_option_and_reason(language: str, game: str) -> None:
    text = page_text(language, game)
    rules = carreau.game(game)
    names = [option.name for option in rules.options] + list(rules.reasons)
    assert [name for name in names if f"`{name}`" not in text] == []


@every_page
def test_page_has_positions_that_read_back(language: str, game: str) -> None:
    positions = [line for kind, block in code_blocks(page_text(language, game)) if kind == "position"
                 for line in block.splitlines()]  # fmt: skip
    assert positions
    for text in positions:
        assert str(carreau.game(game).position(text)) == text


@every_page
@pytest.mark.usefixtures("_english_again")
def test_examples_run(language: str, game: str, tmp_path, monkeypatch, capsys) -> None:
    """In order, in one directory: ```text NAME is a file, ```python runs, ```console shows lines that are printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    names: dict[str, object] = {}
    kinds = set()
    for info, block in code_blocks(page_text(language, game)):
        kind, _, name = info.partition(" ")
        kinds.add(kind)
        if kind == "text" and name:
            Path(name).write_text(block, encoding="utf-8")
        elif kind == "python":
            exec(compile(block, f"{language}/{game}.md", "exec"), names)
            assert capsys.readouterr().out.splitlines() == PRINTED.findall(block)
        elif kind == "console":
            for command, shown in commands(block):
                program, *arguments = shlex.split(command)
                assert program == "carreau", command
                monkeypatch.setattr(sys, "stdin", io.StringIO())
                assert main(arguments) == 0, capsys.readouterr().err
                printed = iter([line.rstrip() for line in capsys.readouterr().out.splitlines()])
                missing = [line for line in shown.splitlines() if line not in printed]  # each uses up the lines before
                assert missing == [], command
    assert {"python", "console"} <= kinds


@pytest.mark.parametrize("language", LANGUAGES)
def test_gallery_names_every_grid_behind_the_spoiler(language: str) -> None:
    before, spoiler = page_text(language, "012x012").split("<details>")
    spoiler = spoiler.partition("</details>")[0]
    for grid in our_grids().values():
        motif = getattr(grid, language)[0]
        assert f"`{grid.reference}` {motif}" in spoiler.replace("’", "'")
        assert f"`{grid.reference}` {motif}" not in before


@pytest.mark.parametrize("page", sorted(PAGES.rglob("*.md")), ids=lambda page: str(page.relative_to(PAGES)))
def test_links_lead_somewhere(page: Path) -> None:
    targets = [source or link for source, link in LINK.findall(page.read_text(encoding="utf-8"))]
    local = [target for target in targets if not target.startswith("http")]
    assert local
    assert [target for target in local if not (page.parent / target).exists()] == []


def test_every_picture_is_used_in_both_languages() -> None:
    for language in LANGUAGES:
        text = "".join(page_text(language, game) for game in OURS)
        assert [file.name for file in PICTURES.glob("*.svg") if f"/{file.name}" not in text] == []


def test_pictures_are_current_and_small(tmp_path) -> None:
    subprocess.run([sys.executable, DRAW, tmp_path], check=True)
    drawn = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    kept = {file.name: file.read_bytes() for file in PICTURES.iterdir()}
    assert sorted(drawn) == sorted(kept)
    changed = [name for name, svg in drawn.items() if svg != kept[name]]
    assert changed == [], "run `make pictures`"
    assert max(map(len, kept.values())) < 100_000
    assert sum(map(len, kept.values())) < 1_500_000
