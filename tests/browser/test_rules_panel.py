"""The rules over the table: opened and closed by keys, mouse and finger, by day and by night, large and small."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import DESK, PHONE, Open, browser, server, visit  # noqa: F401 (fixtures)
from playing import facts, start, wait_for_turn
from playwright.sync_api import Page, expect


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found if each["impact"] in ("serious", "critical")
    ]


def focus_is_in(page: Page, selector: str) -> bool:
    found: bool = page.evaluate("selector => document.activeElement.closest(selector) !== null", selector)
    return found


def test_by_keyboard_at_the_table(visit: Open) -> None:
    """Opened with Enter, read with the arrows, closed with Escape or its button; then all is as it was."""
    page = visit()
    start(page, "squadro", seats={1: "here"})
    wait_for_turn(page)
    button, rules = page.get_by_role("button", name="Rules"), page.locator("dialog.rules")
    before = facts(page)
    button.focus()
    page.keyboard.press("Enter")
    expect(rules.get_by_role("heading", name="The goal")).to_be_visible()
    assert focus_is_in(page, ".rulebook")
    page.keyboard.press("PageDown")
    page.wait_for_function("() => document.querySelector('.rulebook').scrollTop > 0")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert focus_is_in(page, "dialog, body:not(:has(:focus))"), "the table behind cannot be touched"
    page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    rules.get_by_role("button", name="Close").focus()
    page.keyboard.press("Enter")
    expect(rules).to_have_count(0)
    assert facts(page) == before


def test_the_focus_is_kept_where_the_button_has_gone(visit: Open) -> None:
    """While one reads, the other may move, and the tools are made anew."""
    page = visit()
    start(page, "squadro", seats={1: "here"})
    wait_for_turn(page)
    page.get_by_role("button", name="Rules").press("Enter")
    page.wait_for_selector(".rulebook footer")
    page.evaluate("() => document.querySelector('.tools').replaceChildren()")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.rules")).to_have_count(0)
    expect(page.locator("main")).to_be_focused()


def test_the_backdrop_closes_it(visit: Open) -> None:
    page = visit("/play/unlur")
    page.click(".to-rules")
    rules = page.locator("dialog.rules")
    rules.get_by_role("heading", name="The goal").click()
    expect(rules).to_be_visible()
    page.mouse.click(10, 400)
    expect(rules).to_have_count(0)


@pytest.mark.parametrize("shape", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_game_is_told(visit: Open, shape: dict[str, Any], scheme: str) -> None:
    """Nothing is wider than the panel, every picture is there, and axe finds nothing serious."""
    for game in ("squadro", "unlur", "squaryd", "united-square", "012x012"):
        page = visit(f"/play/{game}", color_scheme=scheme, locale="fr-FR", **shape)
        page.click(".to-rules")
        page.wait_for_selector(".rulebook footer")
        page.click(".rulebook summary")
        for picture in page.locator(".rulebook img").all():
            picture.scroll_into_view_if_needed()
            assert picture.evaluate("async image => { await image.decode(); return image.naturalWidth > 0 }")
        assert page.evaluate(
            "(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('.rulebook'))"
        )
        assert violations(page) == [], game
        page.context.close()


def test_unlur_asks_the_question(visit: Open) -> None:
    """In the contract phase whoever is to move is asked; once somebody is Black nobody is."""
    page = visit(locale="fr-FR")
    start(page, "unlur", seats={1: "here"})
    status = page.locator(".status strong")
    expect(status).to_contain_text("Prendre les Noirs ?")
    page.get_by_role("button", name="Passer et prendre les Noirs").click()
    expect(status).to_contain_text("À jouer : Blanc")
    expect(status).not_to_contain_text("?")
