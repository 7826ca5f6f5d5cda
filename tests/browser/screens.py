"""Pictures of the page as people see it: every game, mode and state, by day and by night, large and small.

`make screenshots` keeps them in screenshots/, to be looked at; `python tests/browser/screens.py DIR NAME…` only
those whose name begins like that.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from browsers import DESK, PHONE, chromium
from playing import wait_for_turn
from playwright.sync_api import Browser, Page
from servers import Guest, Server, running

import carreau

LOOKS: dict[str, dict[str, Any]] = {
    "desk-light": {**DESK, "color_scheme": "light"},
    "desk-dark": {**DESK, "color_scheme": "dark"},
    "phone-light": {**PHONE, "color_scheme": "light"},
    "phone-dark": {**PHONE, "color_scheme": "dark"},
}
MODES: dict[str, tuple[str, dict[str, Any]]] = {
    "squadro": ("squadro", {"first": 0}),
    "unlur": ("unlur", {"side": 6}),
    "squaryd": ("squaryd", {}),
    "squaryd-called": ("squaryd", {"claims": "called"}),
    "united-duel": ("united-square", {"deal": 3}),
    "united-teams": ("united-square", {"deal": 3, "mode": "teams", "sets": 2}),
    "united-alone": ("united-square", {"mode": "solitaire"}),
    "cubes-two": ("012x012", {}),
    "cubes-strict": ("012x012", {"strict": True}),
    "cubes-eight": ("012x012", {"players": 8}),
    "cubes-puzzle": ("012x012", {"mode": "puzzle", "grid": "CAR_006x006_002"}),
    "cubes-taquin": ("012x012", {"mode": "taquin", "tray": 1, "grid": "CAR_006x006_001"}),
}
LIMITS = ("--requests", "100000")
Show = Callable[[Page], object]
Scene = tuple[str, str, Show]  # a name, a path, and what is done before the picture is taken


def nothing(page: Page) -> None:
    page.wait_for_load_state("networkidle")


def scenes(guest: Guest) -> Iterator[Scene]:
    """Everything there is to see, for a guest who has some games already."""
    yield "home", "/", nothing
    yield "records", "/records", nothing
    yield "nowhere", "/table/nowhere", nothing
    for game in carreau.games():
        yield f"setup-{game}", f"/play/{game}", nothing
        yield f"rules-{game}", f"/play/{game}", rules
    yield "setup-refused", "/play/012x012", refused_options
    yield "setup-more", "/play/united-square", lambda page: page.click("summary")
    yield "settings", "/", lambda page: page.click("header button >> nth=2")
    table, secrets = guest.open("unlur", "me", "friend")
    yield "waiting", f"/table/{table}", lambda page: invite(page, table, secrets)
    table, _ = guest.open("united-square", "me", "here")
    yield "curtain", f"/table/{table}", nothing
    for name, (game, options) in MODES.items():
        for moment, share in (("start", 0.0), ("middle", 0.5), ("end", 1.0)):
            yield f"{name}-{moment}", f"/table/{table_at(guest, game, options, share)}", nothing
    table = table_at(guest, "squadro", {"first": 0}, 1.0)
    yield "analysis", f"/table/{table}", analysed
    yield "looking-back", f"/table/{table}/9", nothing
    table, _ = guest.open("squaryd", "me", 2, clock={"kind": "live", "seconds": 300, "increment": 3})
    yield "clock", f"/table/{table}", wait_for_turn
    yield "offline", f"/table/{table}", offline
    yield "share", f"/table/{table}", lambda page: page.get_by_role("button", name="Share").click()


def rules(page: Page) -> None:
    page.click(".to-rules")
    page.wait_for_selector(".rulebook footer")
    page.wait_for_load_state("networkidle")


def refused_options(page: Page) -> None:
    page.select_option("select[name=grid]", "own")
    page.fill("input[name=grid-own]", "CAR_007x007_001")
    page.press("input[name=grid-own]", "Tab")
    page.wait_for_selector(".error:not(:empty)")


def invite(page: Page, table: str, secrets: dict[str, str]) -> None:
    page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [f"invite {table}", json.dumps(secrets)])
    page.reload()
    page.wait_for_selector(".qr svg")


def analysed(page: Page) -> None:
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_function("() => document.querySelectorAll('.chances polyline').length")
    page.wait_for_function("() => !/\\d+\\/\\d+/.test(document.querySelector('.legend').textContent)", timeout=120_000)
    page.get_by_role("button", name="One move back").click()


def offline(page: Page) -> None:
    wait_for_turn(page)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")


def table_at(guest: Guest, game: str, options: dict[str, Any], share: float) -> str:
    """A table where that share of a random game has been played; who opens it has the first seat."""
    state = carreau.game(game).start(**options)
    positions = [state]
    random = Random(7)
    while state.seat is not None and len(positions) < 160:
        state = state.play(random.choice(state.moves()))
        positions.append(state)
    reached = positions[int(share * (len(positions) - 1))]
    players: list[Any] = ["me", *([3] * (reached.seats - 1))] if share < 1 else ["me"] * reached.seats
    if reached.seat not in (0, None):
        players = ["here"] * reached.seats
    table, _ = guest.open(game, *players, record=carreau.write_record(reached))
    return table


def take(browser: Browser, server: Server, folder: Path, wanted: tuple[str, ...]) -> None:
    guest = Guest(server, "Ana")
    cookie = {"name": "carreau", "value": guest.token, "domain": "127.0.0.1", "path": "/"}
    known: dict[str, Any] = {"storage_state": {"cookies": [cookie], "origins": []}, "reduced_motion": "reduce"}
    for name, path, show in scenes(guest):
        if wanted and not name.startswith(wanted):
            continue
        for look, facts in LOOKS.items():
            context = browser.new_context(base_url=server.url, locale="en-GB", **known, **facts)
            page = context.new_page()
            page.goto(path)
            page.wait_for_load_state("networkidle")
            show(page)
            page.screenshot(path=folder / f"{name}-{look}.png")
            context.close()
        print(name)


def main(folder: Path, *wanted: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as scratch, chromium() as browser, running(Path(scratch) / "games.db", *LIMITS) as server:
        take(browser, server, folder, wanted)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
