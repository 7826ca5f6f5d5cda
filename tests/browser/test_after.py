"""After a game, and around it: looking back with the computer, going on from a position, records, pictures, likes."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from browsers import Open, browser, server, visit  # noqa: F401 (fixtures)
from playing import box_of, facts, play_by_mouse, start, wait_for_ply, wait_for_turn
from playwright.sync_api import Page, expect
from servers import Server

import carreau


def finished_record() -> str:
    """A short game of Squaryd that Black wins by a square."""
    state = carreau.game("squaryd").start()
    for move in ("a1", "f6", "a2", "g3", "b1", "g5", "b2"):
        state = state.play(move)
    assert state.outcome is not None
    return carreau.write_record(state, players=["Ana", "Ben"])


def read_record(page: Page, text: str) -> None:
    page.goto("/records")
    page.fill("textarea", text)
    page.get_by_role("button", name="Read it").click()


def open_finished(page: Page) -> None:
    read_record(page, finished_record())
    page.get_by_role("button", name="Look at it").click()
    page.wait_for_selector(".table[data-over=true]")


def test_a_record_is_looked_at_and_analysed(visit: Open) -> None:
    """Pasted, shown with its players and its end; the computer judges every move, and the chart leads to positions."""
    page = visit()
    open_finished(page)
    expect(page.locator(".stage")).to_contain_text("Ben")
    expect(page.locator(".status strong")).to_contain_text("Black wins")
    page.get_by_role("button", name="Analyse").click()
    expect(page.locator(".chances polyline")).to_have_count(1)
    expect(page.locator(".legend")).to_contain_text("Winning chance of Ana (Black)")
    page.wait_for_function("() => !/\\d+\\/\\d+/.test(document.querySelector('.legend').textContent)")
    marks = page.locator(".moves button[data-mark]")
    assert marks.count() > 0  # White has let a square be made
    marks.last.click()
    expect(page.locator(".better")).to_contain_text("Better was")
    box = box_of(page, ".chances")
    page.mouse.click(box["x"] + 2, box["y"] + 20)
    expect(page.locator(".table")).to_have_attribute("data-shown", "0")


def test_a_bad_record_says_why_and_keeps_the_text(visit: Open) -> None:
    page = visit()
    read_record(page, "game: squaryd\n\n1. a1\n2. a1\n")
    expect(page.locator(".error")).to_contain_text("a1")
    assert "squaryd" in page.input_value("textarea")


def test_going_on_from_an_earlier_position(visit: Open) -> None:
    """A link leads to a position; from there a new game goes on against the computer, and the old one is untouched."""
    page = visit()
    open_finished(page)
    address = page.url
    page.goto(f"{address}/4")
    expect(page.locator(".table")).to_have_attribute("data-shown", "4")
    expect(page.locator(".status strong")).to_contain_text("Move 4 of 7")
    page.get_by_role("button", name="Continue from here").click()
    expect(page.locator(".lead")).to_contain_text("after 4 moves")
    page.click("button[type=submit]")
    page.wait_for_function(
        "address => location.href !== address && location.pathname.startsWith('/table/')", arg=address
    )
    wait_for_turn(page)
    assert facts(page)["ply"] == "4"
    page.locator(".target[data-id='g7']").dispatch_event("click")
    wait_for_ply(page, "4")
    page.goto(address)
    expect(page.locator(".status strong")).to_contain_text("Black wins")


def test_a_move_is_confirmed_if_one_likes(visit: Open) -> None:
    """Nothing is sent before the button is pressed; another cell may be chosen instead, Escape gives it up."""
    page = visit()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Confirm each move").check()
    page.get_by_role("button", name="Done").click()
    start(page, "squaryd")
    wait_for_turn(page)
    page.locator(".target[data-id='a1']").dispatch_event("click")
    expect(page.get_by_role("button", name="Play a1")).to_be_focused()
    page.locator(".target[data-id='b2']").dispatch_event("click")
    expect(page.get_by_role("button", name="Play b2")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".confirm")).to_have_count(0)
    assert facts(page)["ply"] == "0"
    page.locator(".target[data-id='c3']").dispatch_event("click")
    page.keyboard.press("Enter")
    wait_for_ply(page, "0")
    expect(page.locator(".moves")).to_contain_text("c3")


def test_pictures_and_records_are_taken_away(visit: Open, server: Server, tmp_path: Path) -> None:
    page = visit()
    open_finished(page)

    def taken(label: str) -> Path:
        page.get_by_role("button", name="Share").click()
        with page.expect_download() as waiting:
            page.get_by_role("button", name=label).click()
        file = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(file)
        return file

    record = carreau.read_record(taken("Record of the game").read_text(encoding="utf-8"))
    assert record.moves == carreau.read_record(finished_record()).moves
    assert taken("Picture (SVG)").read_text(encoding="utf-8").startswith("<svg")
    png = taken("Picture (PNG)").read_bytes()
    assert png.startswith(b"\x89PNG")
    width, height = int.from_bytes(png[16:20]), int.from_bytes(png[20:24])
    assert width > 600
    assert height > 600


def test_a_hint_has_a_reason(visit: Open) -> None:
    page = visit()
    start(page, "squadro")
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".status")).to_contain_text(re.compile("Hint: [1-5] .*(%|wins|move)"))
    expect(page.locator(".target.advised")).to_have_count(1)


def test_two_legs_of_a_match(visit: Open) -> None:
    """For the second leg of a Squadro match the players change places; both legs are added up."""
    page = visit()
    start(page, "squadro", options={"first": "Yellow"}, seats={1: "here"}, legs=True)
    play_by_mouse(page, Random(1))
    page.get_by_role("button", name="Second leg").click()
    page.wait_for_selector(".table[data-over=false]")
    expect(page.locator(".status strong")).to_contain_text("Yellow to move")
    scores = re.compile(r"After the first: .* \(Yellow\) [0-5], .* \(Red\) [0-5]\.")
    expect(page.locator(".status")).to_contain_text(scores)
    play_by_mouse(page, Random(2))
    expect(page.locator(".status strong")).to_contain_text(re.compile("match"))
