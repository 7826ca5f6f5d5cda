"""Playing like a person who has not read the rules: touches what is lit, until the game is over."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import FloatRect, Page

LIT = ".target:not(.chosen)"


def start(
    page: Page,
    game: str,
    *,
    options: dict[str, str] | None = None,
    seats: dict[int, str] | None = None,
    legs: bool = False,
) -> None:
    """From the first page to the table. Options are the words on the buttons; seats the words in the lists."""
    page.click(f"a.game[href='/play/{game}']")
    page.wait_for_selector(".seatwish")
    for name, value in (options or {}).items():
        field = page.locator(f"[name='{name}'], label:has-text('{name}') select, label:has-text('{name}') input").first
        if field.evaluate("node => node.type") == "radio":
            page.locator(".choices label", has=page.locator(f"[name='{name}']")).filter(has_text=value).first.click()
        elif field.evaluate("node => node.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.press("Tab")
    page.wait_for_selector("form:not([aria-busy])")  # the seats that go with the options
    for seat, kind in (seats or {}).items():
        page.locator(".seatwish").nth(seat).locator("select").first.select_option(kind)
    for level in page.locator(".seatwish select[aria-label='Level']").all():
        if level.is_visible():
            level.select_option("1")
    if legs:
        page.click("summary")
        page.check("[name=legs]")
    page.click("button[type=submit]")
    page.wait_for_selector(".table[data-ply]")


def facts(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.eval_on_selector(".table", "node => ({...node.dataset})")
    return found


def is_over(page: Page) -> bool:
    return facts(page)["over"] == "true"


def wait_for_turn(page: Page) -> bool:
    """Until something can be touched; False if the game is over."""
    page.wait_for_selector(".table[data-ply]")
    page.wait_for_function(
        "() => document.querySelector('.table').dataset.over === 'true' "
        "|| document.querySelector('.target, .held.can, .actions button:not(.quiet):not(.prompt):not(.passing)')"
    )
    return not is_over(page)


def wait_for_ply(page: Page, after: str) -> None:
    """Until this is no longer the ply."""
    page.wait_for_function("ply => document.querySelector('.table').dataset.ply !== ply", arg=after)


def wait_until_ply(page: Page, ply: str) -> None:
    """Until the page has come as far as this, from wherever it was: a page that was away is plies behind."""
    page.wait_for_function("ply => document.querySelector('.table').dataset.ply === ply", arg=ply)


def box_of(page: Page, selector: str) -> FloatRect:
    """Where the first of these is, once it is there: found and measured at once, for the page may be drawn anew."""
    look = """selector => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return box && box.width * box.height > 0 && {x: box.x, y: box.y, width: box.width, height: box.height};
    }"""
    found: FloatRect = page.wait_for_function(look, arg=selector).json_value()
    return found


def play(page: Page, touch: Callable[[Page, Random], None], random: Random, *, most: int = 400) -> None:
    """One move after another, each by touching what is lit, until the game is over."""
    for _ in range(most):
        if not wait_for_turn(page):
            return
        ply = facts(page)["ply"]
        for _ in range(60):
            touch(page, random)
            if facts(page)["ply"] != ply or not page.query_selector(f"{LIT}, .held.can, .held.chosen"):
                break
        wait_for_ply(page, ply)
    raise AssertionError("the game does not end")


def play_by_mouse(page: Page, random: Random) -> None:
    play(page, touch_something, random)


def play_by_keyboard(page: Page, random: Random) -> None:
    play(page, reach_and_press, random)


def touch_something(page: Page, random: Random) -> None:
    chosen = page.query_selector(".target.chosen, .held.chosen")
    held = page.query_selector_all(".held.can")
    targets = page.query_selector_all(LIT if not chosen else ".target")
    if held and not chosen:
        random.choice(held).click()
    elif targets:
        random.choice(targets).dispatch_event("click")
    else:
        button = page.query_selector(".actions button:not(.quiet):not(.prompt):not(.passing)")
        assert button is not None
        button.click()


def reach_and_press(page: Page, random: Random) -> None:
    """No mouse at all: Tab to what is lit, arrows from there, Enter."""
    reach_something(page)
    if page.evaluate("document.activeElement.closest('.target') !== null"):
        for _ in range(random.randrange(4)):
            page.keyboard.press(random.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
    page.keyboard.press("Enter")
    page.wait_for_timeout(0)


def reach_something(page: Page) -> None:
    """Tab until the focus is on something that can be touched now."""
    has_chosen = page.query_selector(".held.chosen, .target.chosen") is not None
    wanted = (
        ".target"
        if has_chosen or page.query_selector(".target")
        else ".held.can, .actions button:not(.quiet):not(.prompt):not(.passing)"
    )
    for _ in range(80):
        if page.evaluate("wanted => document.activeElement.closest(wanted) !== null", wanted):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not reach what is lit")
