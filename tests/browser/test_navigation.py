"""Going about: steps through the history, another language midway, records, options, addresses that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from browsers import Open, browser, server, visit  # noqa: F401 (fixtures)
from playing import start, wait_for_turn
from playwright.sync_api import Page, Route, expect
from servers import Guest, Server

RESIGNED = "game: squadro\noption.first: 0\nseat.0: Ana\nresult: 1 resign\n\n1. 1 2. 2 0:resign\n"
BEGUN = "game: squadro\noption.first: 0\n\n1. 1\n"


def read(page: Page, record: str) -> None:
    page.fill("textarea", record)
    page.locator(".launch button").click()


def choose(page: Page, value: str) -> None:
    page.locator(".choices label").filter(has_text=re.compile(f"^{value}$")).locator("visible=true").first.click()


@contextmanager
def held_back(page: Page, address: str) -> Iterator[list[Route]]:
    """What is asked of an address meanwhile is answered afterwards."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))
    yield held
    for route in held:
        route.continue_()
    page.unroute(address)


def test_the_last_step_through_the_history_wins(visit: Open) -> None:
    """A page that answers late does not take the place of the one that was asked for after it."""
    page = visit("/records")
    page.wait_for_selector("textarea")
    with held_back(page, "**/api/games?*") as held:
        page.click("a.brand")
        page.wait_for_timeout(200)
        assert held
        page.go_back()
        page.wait_for_selector("textarea")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(200)
    expect(page.locator("textarea")).to_be_visible()
    assert page.url.endswith("/records")
    assert page.title() == "Open the record of a game · Carreau"


def test_a_table_that_was_left_is_closed(visit: Open, server: Server) -> None:
    page = visit()
    start(page, "squadro", seats={1: "here"})
    page.go_back()
    page.wait_for_selector(".seatwish")
    page.go_forward()
    page.go_back()
    page.go_forward()
    wait_for_turn(page)
    expect(page.locator(".table")).to_have_count(1)


def test_enter_says_the_guess(visit: Open, server: Server) -> None:
    """And Cancel, or Escape, says nothing."""
    page = visit()
    start(page, "012x012", seats={1: "here"})
    wait_for_turn(page)
    guess = page.locator(".prompt")
    guess.click()
    page.locator("dialog input").fill("a ship")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".moves button")).to_have_count(0)
    guess.click()
    page.locator("dialog input").fill("a ship")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".moves")).to_contain_text("?a_ship")


@pytest.mark.parametrize("path", ["/foo/bar", "/play/", "/play/chess"])
def test_an_address_that_leads_nowhere(visit: Open, path: str) -> None:
    page = visit(path, locale="fr-FR")
    expect(page.locator(".notice")).to_contain_text("Il n'y a rien ici.")
    page.click(".notice a")
    page.wait_for_selector("a.game")


def test_a_sentence_that_stands_alone_has_a_capital(visit: Open) -> None:
    page = visit("/play/squadro?table=nowhere&ply=3")
    expect(page.locator(".notice p").first).to_have_text("There is no such table")


def test_refusals_are_in_the_language_of_the_page(visit: Open) -> None:
    """Not in the browser's: the reader has chosen another."""
    page = visit("/records")
    page.click("header button[lang=fr]")
    page.wait_for_selector("html[lang=fr]")
    read(page, "game: squadro\noption.first: 0\n\n1 2 9\n")
    expect(page.locator(".error")).to_contain_text("Coup 3, 9 : on attend")
    read(page, "  \n ")
    expect(page.locator(".error")).to_contain_text("Il n'y a rien à lire ici")


def test_the_preview_of_a_record_is_a_page_of_its_own(visit: Open) -> None:
    """It can be loaded again, and Back leads to the form with its text."""
    page = visit("/records")
    read(page, RESIGNED)
    lead = page.locator(".lead")
    expect(lead).to_have_text("Red wins: Yellow resigns, after 2 moves. Ana")
    page.click("header button[lang=fr]")
    expect(lead).to_have_text("Rouge gagne : Jaune abandonne, après 2 coups. Ana")
    page.reload()
    expect(lead).to_contain_text("après 2 coups")
    page.go_back()
    expect(page.locator("textarea")).to_have_value(RESIGNED)
    read(page, BEGUN)
    expect(lead).to_have_text("Elle continue après 1 coup.")
    page.click("header button[lang=en]")
    expect(lead).to_have_text("It goes on after 1 move.")


def test_a_preview_without_its_record_is_the_form(visit: Open) -> None:
    page = visit("/records/read")
    page.wait_for_selector("textarea")
    assert page.url.endswith("/records")


def test_another_language_keeps_what_was_entered(visit: Open) -> None:
    page = visit("/play/united-square")
    page.wait_for_selector(".seatwish")
    choose(page, "free for all")
    choose(page, "3")
    expect(page.locator(".seatwish")).to_have_count(3)
    page.locator(".seatwish").nth(1).locator("select").first.select_option("here")
    page.locator(".seatwish").nth(1).locator("input").fill("Ben")
    page.fill("[name=name]", "Ana")
    page.click("summary")
    page.locator("details select").first.select_option("live 300 3")
    page.click("header button[lang=fr]")
    expect(page.get_by_role("button", name="Commencer")).to_be_visible()
    expect(page.locator("header button[lang=en]")).to_be_focused()
    expect(page.locator(".seatwish")).to_have_count(3)
    expect(page.locator(".seatwish").nth(1).locator("select").first).to_have_value("here")
    expect(page.locator(".seatwish").nth(1).locator("input")).to_have_value("Ben")
    expect(page.locator("[name=name]")).to_have_value("Ana")
    expect(page.locator("details select").first).to_have_value("live 300 3")
    page.click("a.brand")
    page.wait_for_selector("a.game")
    page.go_back()
    expect(page.locator(".seatwish")).to_have_count(3)


def test_another_language_keeps_the_text_of_a_record(visit: Open) -> None:
    page = visit("/records")
    page.fill("textarea", "half a record")
    page.click("header button[lang=fr]")
    expect(page.locator("h1")).to_have_text("Ouvrir une feuille de partie")
    expect(page.locator("textarea")).to_have_value("half a record")


def test_another_language_keeps_the_position_that_is_looked_at(visit: Open, server: Server) -> None:
    """Also where the address names another one; a table in the present stays there."""
    ana = Guest(server, "Ana")
    table, _ = ana.open("squadro", "me", "here", record="game: squadro\noption.first: 0\n\n1 1 2 2 3 3\n")
    page = visit(f"/table/{table}/2")
    board = page.locator(".table")
    expect(board).to_have_attribute("data-shown", "2")
    page.get_by_role("button", name="One move on").click()
    expect(board).to_have_attribute("data-shown", "3")
    page.click("header button[lang=fr]")
    expect(page.locator(".status strong")).to_have_text("Coup 3 sur 6")
    page.get_by_role("button", name="Retour à la partie").click()
    expect(board).to_have_attribute("data-shown", "6")
    page.click("header button[lang=en]")
    expect(page.get_by_role("button", name="Share")).to_be_visible()
    expect(board).to_have_attribute("data-shown", "6")
    ana.close()


def test_the_way_to_the_content_loses_nothing(visit: Open) -> None:
    page = visit("/records")
    page.fill("textarea", "half a record")
    page.evaluate("document.querySelector('.skip').click()")
    expect(page.locator("#content")).to_be_focused()
    expect(page.locator("textarea")).to_have_value("half a record")


def test_options_that_do_not_go_together_give_way(visit: Open) -> None:
    """The one that was chosen last stays, the page says which did not; what a mode fixes is not offered."""
    page = visit("/play/united-square")
    players = page.locator("fieldset.field", has_text="Players")
    page.wait_for_selector(".seatwish")
    expect(players).to_be_hidden()
    choose(page, "free for all")
    choose(page, "3")
    expect(page.locator(".seatwish")).to_have_count(3)
    choose(page, "two teams")
    expect(page.locator(".seatwish")).to_have_count(4)
    expect(players).to_be_hidden()
    expect(page.locator(".error")).to_be_empty()
    expect(page.locator(".launch")).to_contain_text("“Players” had to give way")
    choose(page, "free for all")
    expect(page.locator(".seatwish")).to_have_count(4)
    expect(page.locator(".launch")).not_to_contain_text("give way")
    page.goto("/play/012x012")
    page.wait_for_selector(".seatwish")
    choose(page, "8")
    expect(page.locator(".seatwish")).to_have_count(8)
    choose(page, "taquin")
    expect(page.locator(".seatwish")).to_have_count(1)
    expect(page.locator(".error")).to_be_empty()
    page.get_by_role("button", name="Start").click()
    wait_for_turn(page)


def test_start_waits_for_the_seats_of_a_mode_just_chosen(visit: Open) -> None:
    """However slow the line: a table for one opens, not one with the two seats that stood there before."""
    page = visit("/play/012x012")
    page.wait_for_selector(".seatwish")
    with held_back(page, "**/api/games/012x012/seats*"):
        with page.expect_request("**/seats*"):
            choose(page, "taquin")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("form")).to_have_attribute("aria-busy", "true")
    wait_for_turn(page)


def test_a_table_that_is_being_opened_is_shown_in_whatever_language(visit: Open) -> None:
    """Who presses Start and then chooses another language gets the table, not a form that knows nothing of it."""
    page = visit("/play/squadro")
    page.wait_for_selector("form:not([aria-busy]) .seatwish")
    with held_back(page, "**/api/tables"):
        with page.expect_request("**/api/tables"):
            page.get_by_role("button", name="Start").click()
        page.locator("header button[lang=fr]").click()
        page.get_by_role("button", name="Commencer").wait_for()
    page.wait_for_selector(".table[data-ply]")


def test_nothing_is_entered_into_a_page_that_is_about_to_go(visit: Open) -> None:
    """While the other language is on its way, what stands there cannot be touched; then what was entered is there."""
    page = visit("/play/squadro")
    page.wait_for_selector("form:not([aria-busy]) .seatwish")
    page.fill("[name=name]", "Zoé")
    with held_back(page, "**/api/games?*"):
        with page.expect_request("**/api/games?*"):
            page.locator("header button[lang=fr]").click()
        expect(page.locator("#content")).to_have_js_property("inert", True)
    page.get_by_role("button", name="Commencer").wait_for()
    expect(page.locator("#content")).to_have_js_property("inert", False)
    expect(page.locator("[name=name]")).to_have_value("Zoé")


def test_a_refused_word_stays_to_be_mended(visit: Open) -> None:
    page = visit("/play/united-square", locale="fr-FR")
    page.wait_for_selector(".seatwish")
    page.click("summary")
    page.fill("[name=deal]", "nonsense")
    page.locator("[name=deal]").press("Tab")
    expect(page.locator(".error")).to_contain_text("« Donne » ne peut pas être « nonsense » ici")
    page.click("header button[lang=en]")
    expect(page.locator(".error")).to_contain_text("“Deal” cannot be “nonsense” here")
    expect(page.locator("[name=deal]")).to_have_value("nonsense")


def test_seats_are_called_by_their_names(visit: Open) -> None:
    """In the options, and where somebody at this screen has said no name."""
    page = visit("/play/united-square")
    page.wait_for_selector(".seatwish")
    page.click("summary")
    titles = page.locator(".seatwish b").all_inner_texts()
    first = page.locator("fieldset.field", has_text="First to move")
    assert first.locator("label").locator("visible=true").all_inner_texts() == titles
    expect(first.locator("small")).to_have_count(0)
    page.locator(".seatwish").nth(1).locator("select").first.select_option("here")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".stage")).to_contain_text("Guest 2")


def test_whose_button_it_is_in_french(visit: Open) -> None:
    page = visit("/play/squaryd", locale="fr-FR")
    page.wait_for_selector(".seatwish")
    choose(page, "les joueurs")
    page.locator(".seatwish").nth(1).locator("select").first.select_option("here")
    page.get_by_role("button", name="Commencer").click()
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Noir : Désigner un carré")).to_be_visible()


def test_what_is_left_open_is_shown_as_it_will_be(visit: Open) -> None:
    """No choice is called usual where the game knows what that is; numbers are in order."""
    page = visit("/play/012x012")
    players = page.locator(".choices label:has([name=players])")
    page.wait_for_selector("form:not([aria-busy]) .seatwish")
    assert page.locator(".choices label:visible:has([name=players])").all_inner_texts() == [
        "1",
        "2",
        "3",
        "4",
        "6",
        "8",
    ]
    expect(players.filter(has_text="2").locator("input")).to_be_checked()
    page.locator(".choices label", has_text="taquin").click()
    page.wait_for_selector("form:not([aria-busy])")
    expect(players.first).to_be_hidden()
    page.goto("/play/united-square")
    hands = page.locator("fieldset:has([name=open_hands])")
    expect(hands).to_be_visible()
    page.locator(".choices label", has_text="alone").click()
    expect(hands).to_be_hidden()


def test_one_player_alone_is_shown_the_puzzle(visit: Open) -> None:
    """What the options come to stands there, whatever the usual is."""
    page = visit("/play/012x012")
    page.wait_for_selector("form:not([aria-busy]) .seatwish")
    expect(page.get_by_label("together")).to_be_checked()
    choose(page, "1")
    expect(page.get_by_label("puzzle")).to_be_checked()
    choose(page, "2")
    expect(page.get_by_label("together")).to_be_checked()


def test_a_grid_is_chosen_from_a_list_or_typed(visit: Open) -> None:
    page = visit("/play/012x012")
    page.wait_for_selector("form:not([aria-busy]) .seatwish")
    grid = page.locator("select[name=grid]")
    expect(grid).to_have_value("CAR_012x012_001")
    expect(page.locator("input[name=grid-own]")).to_be_hidden()
    grid.select_option("another …")
    page.fill("input[name=grid-own]", "012012/120120/201201/012012/120120/201201")
    page.press("input[name=grid-own]", "Tab")
    page.wait_for_selector("form:not([aria-busy])")
    page.locator("header button[lang=fr]").click()  # what was typed is still there
    expect(page.locator("input[name=grid-own]")).to_have_value("012012/120120/201201/012012/120120/201201")
    page.locator("header button[lang=en]").click()
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector(".table[data-ply]")
    expect(page.locator(".cell")).to_have_count(36)


def test_nothing_is_heard_before_somebody_likes_it(visit: Open) -> None:
    page = visit(reduced=False)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Sounds")).not_to_be_checked()
