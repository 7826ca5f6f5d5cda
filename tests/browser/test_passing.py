"""Passes that nobody has to press: where there is nothing else to do, and only there."""

from __future__ import annotations

import re
from typing import Any

from browsers import Open, browser, server, visit  # noqa: F401 (fixtures)
from playing import facts, wait_for_ply
from playwright.sync_api import Page, expect
from servers import Guest, Server
from stuck import stuck

import carreau


def sit_at(visit: Open, server: Server, game: str, *seats: Any, **options: Any) -> Page:
    """At a table where the first seat can only pass."""
    guest = Guest(server, "Ana")
    table, _ = guest.open(game, *seats, record=carreau.write_record(stuck(game, **options)))
    cookie = {"name": "carreau", "value": guest.token, "domain": "127.0.0.1", "path": "/"}
    page = visit(f"/table/{table}", storage_state={"cookies": [cookie], "origins": []})
    page.wait_for_selector(".table[data-ply]")
    guest.close()
    return page


def test_a_pass_that_is_all_there_is_plays_itself_and_can_be_stopped(visit: Open, server: Server) -> None:
    page = sit_at(visit, server, "united-square", "me", 1, deal=3)
    ply = facts(page)["ply"]
    expect(page.locator(".guide")).to_have_text("The only move: Pass.")
    by_itself = page.get_by_label("Pass by itself")
    by_itself.uncheck()
    expect(page.locator(".passing")).to_have_count(0)
    assert facts(page)["ply"] == ply
    page.reload()
    expect(page.get_by_label("Pass by itself")).not_to_be_checked()
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    expect(page.locator(".passing")).to_have_count(0)
    page.get_by_label("Pass by itself").check()
    wait_for_ply(page, ply)
    expect(page.locator(".moves button").nth(int(ply))).to_contain_text("pass")


def test_who_only_passes_need_not_take_the_screen_and_no_hand_is_shown(visit: Open, server: Server) -> None:
    """Two people at one screen with hidden hands: the screen is handed over when there is something to decide."""
    page = sit_at(visit, server, "united-square", "me", "here", deal=3)
    ply = facts(page)["ply"]
    expect(page.locator(".guide")).to_be_visible()
    assert page.locator(".curtain").count() == 0
    held = page.locator(".held").evaluate_all("nodes => nodes.map((node) => node.dataset.id)")
    assert held
    assert all(each.endswith("????") for each in held)
    wait_for_ply(page, ply)
    expect(page.locator(".curtain")).to_contain_text("Green and yellow")


def test_nobody_passes_by_itself_who_could_say_something(visit: Open, server: Server) -> None:
    """The motif of 012x012 may be guessed instead: at such a table it is for the player to choose."""
    page = sit_at(visit, server, "012x012", "me", "here", grid="CAR_006x006_001")
    ply = facts(page)["ply"]
    by_itself = page.get_by_label("at this table")
    expect(by_itself).not_to_be_checked()
    expect(page.locator(".passing")).to_have_count(0)
    expect(page.locator(".prompt")).to_be_visible()
    by_itself.check()
    expect(page.locator(".passing")).to_have_count(1)
    page.locator(".prompt").click()  # while somebody is about to say something it waits
    page.locator("dialog input").fill("a thing that it is not")
    page.locator("dialog .primary").click()
    expect(page.locator(".remark, .moves")).to_contain_text([re.compile("guess|thing")])
    page.wait_for_function("ply => Number(document.querySelector('.table').dataset.ply) > ply + 1", arg=int(ply))
    expect(page.locator(".moves")).to_contain_text("pass")
