"""The rules of a game for people, as a piece of a page.

They are the first part of the game's page in docs/games, up to a mark; what follows is for those who write programs.
So there is one text to keep right. Here the rulings are folded, for few want to know them before they play, and who
made the game comes last. A game that has no such text still tells its idea, how its moves are written and who made it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from carreau.draw.theme import root_class, style_sheet
from carreau.games import game as find_game
from carreau.rules.language import Text, in_language

HERE = Path(__file__)
PLACES = (HERE.parent / "rulebooks", HERE.parents[2] / "docs" / "games")  # of a wheel, of a checkout
RULINGS = "<!-- rulings -->"
REFERENCE = "<!-- reference -->"  # the end of the part for players
PICTURE = re.compile(r'<img src="\.\./pictures/([\w-]+)\.svg" width="\d+" alt="([^"]*)">')
NOTATION = Text("How moves are written", "Comment s'écrivent les coups")
READER = MarkdownIt("commonmark", {"html": False}).enable("table")


@lru_cache(maxsize=128)
def rules_html(game_id: str, lang: str, theme: str) -> str:
    text = _players_text(game_id, lang)
    told = _told_shortly(game_id, lang) if text is None else _rendered(text, game_id, theme)
    game = find_game(game_id)
    with in_language(lang):
        return f'<h2>{escape(str(game.name))}</h2>\n<p class="lead">{escape(str(game.idea))}</p>\n{told}'


@lru_cache(maxsize=256)
def rules_picture(game_id: str, name: str, theme: str) -> str | None:
    """A picture of the rules in the colours of a theme; None if they do not show it."""
    if name not in (found[0] for found in PICTURE.findall(_players_text(game_id, "en") or "")):
        return None
    drawn = _file("pictures", f"{name}.svg")
    if drawn is None:
        return None
    return drawn.replace(style_sheet("light"), style_sheet(theme)).replace(root_class("light"), root_class(theme))


def _players_text(game_id: str, lang: str) -> str | None:
    page = _file(lang, f"{game_id}.md")
    return None if page is None else page.partition(REFERENCE)[0]


def _file(folder: str, name: str) -> str | None:
    found = (place / folder / name for place in PLACES)
    return next((file.read_text(encoding="utf-8") for file in found if file.is_file()), None)


def _rendered(text: str, game_id: str, theme: str) -> str:
    """The sections, then what stands before the first of them, without the title and the links below it."""
    rules, _, rulings = PICTURE.sub(r"![\2](\1)", text).partition(RULINGS)
    opening, _, sections = rules.partition("\n## ")
    about = "\n\n".join(opening.split("\n\n")[2:])
    title, _, choices = rulings.strip().removeprefix("## ").partition("\n")
    rules, rulings, about = (_html(part, game_id, theme) for part in (f"## {sections}", choices, about))
    folded = f"<details>\n<summary>{escape(title)}</summary>\n{rulings}</details>\n" if title else ""
    return f"{rules}{folded}<footer>\n{about}</footer>\n"


def _html(text: str, game_id: str, theme: str) -> str:
    tokens = READER.parse(text)
    for before, token in pairwise(tokens):
        for child in token.children or ():
            if child.type == "image":
                child.attrs["src"] = f"/api/games/{game_id}/rules/{child.attrs['src']}.svg?theme={theme}"
                child.attrs["loading"] = "lazy"
        if before.type == "paragraph_open" and (kind := _kind(token.children or [])):
            before.attrs["class"] = kind
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{int(token.tag[1]) + 1}"  # the game's name stands above all of them
    html: str = READER.renderer.render(tokens, READER.options, {})
    return html


def _kind(inline: list[Token]) -> str:
    """A paragraph of nothing but pictures, or the words below one."""
    kinds = [child.type for child in inline if child.content.strip() or child.type != "text"]
    if set(kinds) <= {"image", "softbreak"}:
        return "pictures"
    return "caption" if (kinds[0], kinds[-1], kinds.count("em_open")) == ("em_open", "em_close", 1) else ""


def _told_shortly(game_id: str, lang: str) -> str:
    game = find_game(game_id)
    with in_language(lang):
        picture = f'<p class="pictures"><img src="/api/games/{game_id}/picture.svg" alt=""></p>\n'
        moves = f"<h3>{escape(str(NOTATION))}</h3>\n<p>{escape(str(game.notation))}</p>\n" if str(game.notation) else ""
        return f"{picture}{moves}<footer>\n<p>{escape(str(game.credit))}</p>\n</footer>\n"
