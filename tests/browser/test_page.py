"""The page in a real browser: whole games by mouse and by keyboard, friends by link, phones, languages, access."""

from __future__ import annotations

from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import PHONE, Open, browser, server, visit  # noqa: F401 (fixtures)
from playing import box_of, facts, play_by_keyboard, play_by_mouse, start, wait_for_ply, wait_for_turn, wait_until_ply
from playwright.sync_api import Page, expect
from servers import Server

SMALL_TRAY = {"grid": "CAR_006x006_001"}
GAMES: list[tuple[str, dict[str, str]]] = [
    ("squadro", {}),
    ("unlur", {"Size of the board": "4"}),
    ("squaryd", {}),
    ("united-square", {}),
    ("012x012", SMALL_TRAY),
]


@pytest.mark.parametrize(("game", "options"), GAMES, ids=[game for game, _ in GAMES])
def test_a_whole_game_by_mouse(visit: Open, game: str, options: dict[str, str]) -> None:
    """From the first page to the end, against the computer."""
    page = visit()
    start(page, game, options=options)
    play_by_mouse(page, Random(game))
    expect(page.locator(".status strong")).to_contain_text(":")  # who won, and why
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".status strong")).to_contain_text("Move 0 of")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".status strong")).to_contain_text(":")


@pytest.mark.parametrize(("game", "options"), GAMES, ids=[game for game, _ in GAMES])
def test_a_whole_game_by_keyboard(visit: Open, game: str, options: dict[str, str]) -> None:
    page = visit()
    start(page, game, options=options)
    play_by_keyboard(page, Random(game))
    expect(page.locator(".status strong")).to_contain_text(":")


def test_two_friends_by_link_with_a_reload_and_a_spell_offline(visit: Open) -> None:
    """Nothing is lost, nothing is played twice: a move that was made offline arrives when the network is back."""
    ana = visit()
    start(ana, "squaryd", seats={1: "friend"})
    link = ana.input_value(".invite input")
    assert "/join/" in link
    expect(ana.locator(".qr svg")).to_be_visible()
    ben = visit(link)
    ben.fill(".invite input", "Ben")
    ben.click(".invite button")
    expect(ana.locator(".stage")).to_contain_text("Ben")
    move(ana, "a1")
    wait_for_turn(ben)
    move(ben, "g7")
    wait_until_ply(ana, "2")
    ana.reload()
    wait_for_turn(ana)
    wait_until_ply(ana, "2")
    ana.context.set_offline(True)
    move(ana, "b4")
    ana.context.set_offline(False)
    wait_until_ply(ben, "3")
    assert ben.locator(".moves button").all_inner_texts()[-1].split(".")[-1].strip() == "b4"
    move(ben, "c2")
    wait_until_ply(ana, "4")


def move(page: Page, cell: str) -> None:
    page.locator(f".target[data-id='{cell}']").dispatch_event("click")


def test_a_phone_by_touch(visit: Open) -> None:
    page = visit(**PHONE)
    start(page, "squadro")
    wait_for_turn(page)
    ply = facts(page)["ply"]
    page.locator(".target").first.tap()
    wait_for_ply(page, ply)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = box_of(page, "svg.board")
    assert box["y"] + box["height"] < 844  # no scrolling to make a move


def test_a_tile_is_dragged(visit: Open) -> None:
    page = visit(reduced=False)
    start(page, "united-square")
    wait_for_turn(page)
    ply = facts(page)["ply"]
    tile = box_of(page, ".held.can")
    page.mouse.move(tile["x"] + 20, tile["y"] + 20)
    page.mouse.down()
    page.mouse.move(tile["x"] + 60, tile["y"] - 60, steps=4)
    target = box_of(page, ".target:not(.chosen)")
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=6)
    page.mouse.up()
    wait_for_ply(page, ply)


def test_a_refused_try_says_why_and_loses_nothing(visit: Open) -> None:
    """In strict 012x012 the page shows no legal moves; a line that bends is refused with its reason."""
    page = visit()
    start(page, "012x012", options={"strict": "yes"}, seats={1: "here"})
    wait_for_turn(page)
    assert page.locator(".target").count() == 144
    move(page, "a1")
    move(page, "b3")
    expect(page.locator(".bar")).to_contain_text("row or a column")
    assert facts(page)["ply"] == "0"


def test_people_at_one_screen_do_not_see_each_others_hands(visit: Open) -> None:
    page = visit()
    start(page, "united-square", seats={1: "here"})
    expect(page.locator(".curtain")).to_be_visible()
    assert page.locator(".held.can").count() == 0
    page.get_by_role("button", name="Show my hand").click()
    expect(page.locator(".held.can").first).to_be_visible()


def test_french_by_the_browser_and_by_the_button(visit: Open) -> None:
    page = visit(locale="fr-FR")
    expect(page.locator("h1")).to_have_text("Cinq jeux. Une table.")
    assert page.get_attribute("html", "lang") == "fr"
    page.click("header button[lang=en]")
    expect(page.locator("h1")).to_have_text("Five games. One table.")
    page.click("header button[lang=fr]")
    page.click("a.game[href='/play/squaryd']")
    page.wait_for_selector(".seatwish")
    page.click("button[type=submit]")
    expect(page.locator(".status strong")).to_have_text("À vous de jouer")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_access(visit: Open, server: Server, scheme: str) -> None:
    """Axe finds nothing serious on any page, by day and by night."""
    page = visit(color_scheme=scheme)
    page.wait_for_selector(".game")
    assert violations(page) == []
    for game, _ in GAMES:
        page.goto(f"/play/{game}")
        page.wait_for_selector(".seatwish")
        assert violations(page) == [], game
        page.click("button[type=submit]")
        wait_for_turn(page)
        assert violations(page) == [], game
    page.goto("/")
    page.wait_for_selector(".list a")
    assert violations(page) == []
    page.goto("/table/nowhere")
    page.wait_for_selector(".notice")
    assert violations(page) == []


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]


def test_the_first_page_is_light_and_asks_nobody_else(visit: Open, server: Server) -> None:
    page = visit("/healthz")
    asked: list[str] = []
    sizes: list[int] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto("/")
    page.wait_for_selector(".game")
    page.wait_for_load_state("networkidle")
    assert asked
    assert all(url.startswith(server.url) for url in asked)
    assert sum(sizes) < 150_000
