"""Half-made moves, drags, keys and answers: what people do at a table beside touching one thing after another."""

from __future__ import annotations

from browsers import PHONE, Open, browser, server, visit  # noqa: F401 (fixtures)
from playing import box_of, facts, start, wait_for_ply, wait_for_turn
from playwright.sync_api import Page, expect


def two_friends(visit: Open, game: str) -> tuple[Page, Page]:
    ana = visit()
    start(ana, game, seats={1: "friend"})
    ben = visit(ana.input_value(".invite input"))
    ben.fill(".invite input", "Ben")
    ben.click(".invite button")
    expect(ana.locator(".stage")).to_contain_text("Ben")
    return ana, ben


def who_moves(*pages: Page) -> tuple[Page, Page]:
    """The one to move, then the other."""
    for page in pages:
        page.wait_for_selector(".table[data-seat='0'], .table[data-seat='1']")
    first, second = pages
    return (first, second) if first.locator(".held.can, .target").count() else (second, first)


def test_what_the_others_say_leaves_a_half_made_move_alone(visit: Open) -> None:
    moving, talking = who_moves(*two_friends(visit, "united-square"))
    moving.locator(".held.can").first.click()
    chosen = moving.locator(".held.chosen").get_attribute("data-id")
    targets = moving.locator(".target").count()
    assert targets > 0
    talking.get_by_role("button", name="Say …").click()
    talking.get_by_role("button", name="Hello").click()
    expect(moving.locator(".bubble")).to_be_visible()
    assert moving.locator(".held.chosen").get_attribute("data-id") == chosen
    assert moving.locator(".target").count() == targets


def test_a_claim_that_is_taken_back_leaves_the_turn_where_it_was(visit: Open) -> None:
    page = visit()
    start(page, "squaryd", options={"claims": "the players"}, seats={1: "here"})
    page.locator(".target").first.dispatch_event("click")
    wait_for_ply(page, "0")
    lit = page.locator(".target").count()
    page.get_by_role("button", name="Black: Point out a square").click()
    expect(page.locator(".guide")).to_contain_text("the 4 places")
    page.get_by_role("button", name="Undo this step").click()
    assert page.locator(".target").count() == lit > 0


def test_a_piece_with_one_way_to_go_is_dragged(visit: Open) -> None:
    page = visit()
    start(page, "squadro", seats={1: "here"})
    wait_for_turn(page)
    box = box_of(page, ".target")
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y)
    page.mouse.move(x + 15, y + 5)
    page.mouse.up()  # not far enough: put back
    assert facts(page)["ply"] == "0"
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=3)
    page.mouse.move(x + 120, y, steps=3)
    page.mouse.up()
    wait_for_ply(page, "0")
    assert facts(page)["ply"] == "1"


def test_the_focus_stays_on_the_board_from_move_to_move(visit: Open) -> None:
    page = visit()
    start(page, "squadro", seats={1: "here"})
    wait_for_turn(page)
    page.locator(".target[tabindex='0']").focus()
    for ply in range(6):
        expect(page.locator(".target:focus")).to_have_count(1)
        page.keyboard.press("Enter")
        wait_for_ply(page, str(ply))
    expect(page.locator(".target:focus")).to_have_count(1)
    assert page.locator(".moves button[tabindex='0']").count() == 1  # one stop for Tab, however many moves


def test_keys_lead_from_the_hand_to_the_board_and_back(visit: Open) -> None:
    page = visit()
    start(page, "united-square", seats={1: "friend"})
    ben = visit(page.input_value(".invite input"))
    ben.fill(".invite input", "Ben")
    ben.click(".invite button")
    moving, _ = who_moves(page, ben)
    moving.locator(".held.can").first.focus()
    moving.keyboard.press("ArrowRight")
    chosen = moving.locator(".held:focus").get_attribute("data-id")
    assert chosen != moving.locator(".held.can").first.get_attribute("data-id")
    moving.keyboard.press("Enter")
    expect(moving.locator(".target:focus")).to_have_count(1)
    moving.keyboard.press("Escape")
    expect(moving.locator(f".held[data-id='{chosen}']:focus")).to_have_count(1)
    moving.keyboard.press("Enter")
    moving.keyboard.press("ArrowLeft")
    assert facts(moving)["shown"] == "0"
    moving.keyboard.press("Enter")
    wait_for_ply(moving, "0")


def test_an_offer_that_is_declined_is_told(visit: Open) -> None:
    ana, ben = two_friends(visit, "squaryd")
    ana.locator(".target").first.dispatch_event("click")
    wait_for_ply(ana, "0")
    ana.get_by_role("button", name="Offer draw").click()
    for page in (ana, ben):  # what has been asked need not be asked again
        expect(page.get_by_role("button", name="Offer draw")).to_have_count(0)
    ben.get_by_role("button", name="Refuse").click()
    expect(ana.locator(".bar")).to_contain_text("declined")
    ana.get_by_role("button", name="Take back").click()
    expect(ana.get_by_role("button", name="Take back")).to_have_count(0)
    ben.get_by_role("button", name="Refuse").click()
    expect(ana.locator(".bar")).to_contain_text("No taking back")


def asked_for_a_rematch(visit: Open) -> tuple[Page, Page]:
    """Ana has given up, and Ben asks."""
    ana, ben = two_friends(visit, "squaryd")
    ana.get_by_role("button", name="Resign").click()
    ana.locator("dialog .primary").click()
    ben.get_by_role("button", name="Rematch").click()
    return ana, ben


def test_who_follows_to_a_rematch_sits_down_there(visit: Open) -> None:
    ana, ben = asked_for_a_rematch(visit)
    expect(ana.locator(".status")).to_contain_text("Ben asks for a rematch")
    ana.get_by_role("button", name="Agree").click()
    for page in (ana, ben):
        expect(page.locator(".table")).to_have_attribute("data-ply", "0")
        expect(page.locator(".invite")).to_have_count(0)
        expect(page.locator(".who", has_text="you")).to_have_count(1)
    mover, _ = who_moves(ana, ben)
    mover.locator(".target").first.dispatch_event("click")
    wait_for_ply(ana, "0")
    wait_for_ply(ben, "0")


def test_who_declines_a_rematch_says_so_and_may_think_again(visit: Open) -> None:
    ana, ben = asked_for_a_rematch(visit)
    expect(ben.locator(".status strong")).to_contain_text("Waiting")
    ana.get_by_role("button", name="Refuse").click()
    expect(ana.locator(".status")).to_contain_text("You declined")
    expect(ben.locator(".status strong")).to_contain_text("Guest does not want to play on")
    expect(ben.locator(".stage")).to_contain_text("does not play on")
    ana.reload()
    expect(ana.locator(".status")).to_contain_text("You declined")
    ana.get_by_role("button", name="Next game").click()
    expect(ben.locator(".table")).to_have_attribute("data-seat", "0")


def test_a_hint_that_was_asked_offline_comes_with_the_connection(visit: Open) -> None:
    page = visit()
    start(page, "squadro")
    if not page.locator(".target").count():
        wait_for_turn(page)
    page.context.set_offline(True)
    expect(page.locator(".bar")).to_contain_text("lost")
    page.get_by_role("button", name="Hint").click()
    page.context.set_offline(False)
    expect(page.locator(".status")).to_contain_text("Hint:")
    expect(page.locator(".target.advised")).to_have_count(1)


def test_a_hint_shows_the_tile_and_its_cell(visit: Open) -> None:
    page = visit()
    start(page, "united-square")
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".held.advised")).to_have_count(1)
    expect(page.locator(".advice circle")).to_have_count(1)
    page.locator(".held.advised").click()
    expect(page.locator(".target.advised")).to_have_count(1)


def test_a_line_of_cubes_is_shown_before_it_is_laid(visit: Open) -> None:
    page = visit()
    start(page, "012x012", options={"grid": "CAR_006x006_001"}, seats={1: "here"})
    wait_for_turn(page)
    page.locator(".target").first.dispatch_event("click")
    ends = page.locator(".target:not(.chosen)")
    ends.last.hover()
    cells = page.locator(".trail rect").count()
    assert cells > 1
    expect(page.locator(".trail text")).to_have_text(str(cells))


def test_a_stranger_is_told_how_a_move_begins(visit: Open) -> None:
    """Where it has several steps, and only until everybody has had a turn or two."""
    page = visit()
    start(page, "united-square")
    wait_for_turn(page)
    expect(page.locator(".status")).to_contain_text("Choose one from your hand")
    page.locator(".held.can").first.click()
    expect(page.locator(".status")).not_to_contain_text("Choose one from your hand")
    page = visit()
    start(page, "012x012", seats={1: "here"})
    wait_for_turn(page)
    expect(page.locator(".status")).to_contain_text("first cell of a line")
    for ply in range(4):
        wait_for_turn(page)
        page.locator(".target").first.dispatch_event("click")
        page.locator(".target:not(.chosen)").first.dispatch_event("click")
        wait_for_ply(page, str(ply))
    wait_for_turn(page)
    expect(page.locator(".status")).not_to_contain_text("first cell of a line")


def test_on_a_phone_the_tools_of_a_finished_game_are_one_row(visit: Open) -> None:
    page = visit(**PHONE)
    start(page, "squadro", seats={1: "here"})
    wait_for_turn(page)
    page.locator(".target").first.dispatch_event("click")
    wait_for_ply(page, "0")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    page.locator("dialog .primary").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    tools = box_of(page, ".tools")
    assert tools["height"] < 80


def test_a_tile_is_seen_as_it_will_be_turned(visit: Open) -> None:
    """Before it is dropped: under the mouse, with the focus, and on a phone before it is confirmed."""
    page = visit()
    start(page, "united-square")
    wait_for_turn(page)
    page.locator(".held.can").first.click()
    page.locator(".target:not(.chosen)").first.hover()
    ghost = page.locator(".ghosts use")
    expect(ghost).to_have_count(1)
    page.mouse.move(2, 2)
    expect(ghost).to_have_count(0)
    page.keyboard.press("ArrowUp")
    expect(page.locator(".target:focus")).to_have_count(1)
    expect(ghost).to_have_count(1)
    shown = ghost.get_attribute("href")
    page.keyboard.press("Enter")
    wait_for_ply(page, "0")
    expect(page.locator(f".thing use[href='{shown}']")).not_to_have_count(0)
    phone = visit(**PHONE)
    phone.evaluate("localStorage.setItem('like confirm', 'yes')")
    start(phone, "united-square")
    wait_for_turn(phone)
    phone.locator(".held.can").first.tap()
    phone.locator(".target:not(.chosen)").first.tap()
    expect(phone.locator(".ghosts use")).to_have_count(1)
    expect(phone.locator(".confirm")).to_be_visible()


def test_of_several_people_at_a_phone_the_hand_of_who_moves_lies_under_the_board(visit: Open) -> None:
    page = visit(**PHONE)
    start(page, "united-square", options={"mode": "teams"}, seats={1: "here"})
    page.get_by_role("button", name="Show my hand").click()
    expect(page.locator(".stage > .seats").last.locator(".held")).not_to_have_count(0)
    top = box_of(page, "svg.board")
    assert top["y"] < 260


def test_a_leg_that_is_given_up_ends_the_match(visit: Open) -> None:
    page = visit()
    start(page, "squadro", seats={1: "here"}, legs=True)
    expect(page.locator(".status")).to_contain_text("First leg of two")
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("dialog")).to_contain_text("the match up")
    page.locator("dialog .primary").click()
    expect(page.locator(".status strong")).to_contain_text("wins the match")


def test_a_long_game_that_is_opened_again_shows_its_last_move_in_the_list(visit: Open) -> None:
    page = visit(viewport={"width": 1280, "height": 620})
    start(page, "squadro", seats={1: "here"})
    for ply in range(40):
        if not wait_for_turn(page):
            break
        page.locator(".target").first.dispatch_event("click")
        wait_for_ply(page, str(ply))
    page.reload()
    page.wait_for_selector(".moves [aria-current]")
    assert page.eval_on_selector(".moves", "moves => moves.scrollHeight > moves.clientHeight")
    expect(page.locator(".moves [aria-current]")).to_be_in_viewport()


def test_a_remark_that_can_be_read_is_not_told_twice(visit: Open) -> None:
    for shape in ({}, PHONE):
        page = visit(**shape)
        start(page, "012x012", options={"strict": "yes", "grid": "CAR_006x006_001"}, seats={1: "here"})
        for _ in range(2):
            page.locator(".target[data-id='c3']").dispatch_event("click")
        expect(page.locator(".status .remark")).to_contain_text("Taken back")
        assert page.locator(".bar").is_hidden()  # at once: it would go by itself


def test_who_touches_what_cannot_be_played_is_told_why(visit: Open) -> None:
    page = visit()
    start(page, "unlur", seats={1: "here"})
    wait_for_turn(page)
    page.locator(".cell[data-id='a1']").click(force=True)
    expect(page.locator(".bar")).to_contain_text("A stone may not touch the border", ignore_case=True)
    assert facts(page)["ply"] == "0"


def finger(page: Page, *points: tuple[float, float]) -> None:
    """Down, along the points, and up, as the system tells a browser of a finger."""
    session = page.context.new_cdp_session(page)
    for kind, (x, y) in [("touchStart", points[0]), *(("touchMove", point) for point in points[1:])]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def centre(page: Page, target: str) -> tuple[float, float]:
    box = box_of(page, target)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_finger_drags_a_piece_and_a_line(visit: Open) -> None:
    """A browser would take a finger that moves for scrolling, and forget one whose target is drawn anew."""
    page = visit(**PHONE)
    start(page, "squadro", seats={1: "here"})
    wait_for_turn(page)
    x, y = centre(page, ".target")
    finger(page, (x, y), (x + 15, y + 15), (x + 40, y + 40), (x + 70, y + 70))
    wait_for_ply(page, "0")
    page = visit(**PHONE)
    start(page, "012x012", seats={1: "here"})
    wait_for_turn(page)
    x, y = centre(page, ".target[data-id='a1']")
    right, _ = centre(page, ".cell[data-id='d1']")
    finger(page, (x, y), (x + 12, y), ((x + right) / 2, y), (right, y))
    wait_for_ply(page, "0")
    expect(page.locator(".moves")).to_contain_text("a1E4")


def test_on_a_phone_the_words_under_the_board_are_in_view(visit: Open) -> None:
    """No move needs scrolling: the board leaves room for what is said, and tools without room are in a menu."""
    page = visit(**PHONE)
    start(page, "united-square", options={"mode": "rival partners", "sets": "two sets"})
    wait_for_turn(page)
    status, tools = (box_of(page, part) for part in (".status", ".tools"))
    assert status["y"] + status["height"] <= tools["y"] + 1
    assert tools["height"] < 80
    page = visit(**PHONE)
    start(page, "squadro")
    wait_for_turn(page)
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("dialog")).to_contain_text("resign", ignore_case=True)


def test_on_a_phone_the_model_of_a_taquin_lies_below_the_tray(visit: Open) -> None:
    """Beside it the 144 cubes would be too small for a finger."""
    page = visit(**PHONE)
    start(page, "012x012", options={"mode": "taquin"})
    wait_for_turn(page)
    tray, model, cube = (box_of(page, part) for part in ("svg.board", "svg.model", ".target .hit"))
    assert model["y"] >= tray["y"] + tray["height"]
    assert cube["width"] > 22
    page.locator(".target").first.click()
    wait_for_ply(page, "0")
    desk = visit()
    start(desk, "012x012", options={"mode": "taquin"})
    wait_for_turn(desk)
    expect(desk.locator("svg.model")).to_be_hidden()


def test_what_is_told_lies_over_nobodys_clock_and_over_no_cell(visit: Open) -> None:
    page = visit()
    page.click("a.game[href='/play/unlur']")
    page.click("summary")
    page.get_by_label("Clock").select_option(index=1)
    page.locator(".seatwish select").nth(2).select_option("here")
    page.wait_for_selector("form:not([aria-busy])")
    page.click("button[type=submit]")
    wait_for_turn(page)
    page.locator(".cell[data-id='a1']").click(force=True)
    expect(page.locator(".bar")).to_be_visible()
    told = box_of(page, ".bar")
    for part in [*page.locator(".seat").all(), page.locator("svg.board")]:
        box = part.bounding_box()
        assert box is not None
        assert told["y"] + told["height"] <= box["y"] or box["y"] + box["height"] <= told["y"]


def test_the_list_of_moves_tells_who_moved(visit: Open) -> None:
    """By colours, or by the letter of a seat that has none; one's colours of the start too, when a record goes on."""
    page = visit()
    start(page, "squadro", options={"first": "Red"}, seats={1: "here"})
    for ply in range(3):
        wait_for_turn(page)
        page.locator(".target").first.dispatch_event("click")
        wait_for_ply(page, str(ply))
    assert signs(page) == ["Red", "Yellow", "Red"]
    page.reload()
    page.wait_for_selector(".moves button")
    assert signs(page) == ["Red", "Yellow", "Red"]
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".moves button")).to_have_count(2)
    assert signs(page) == ["Red", "Yellow"]
    page = visit()
    start(page, "012x012", options={"grid": "CAR_006x006_001"}, seats={1: "here"})
    wait_for_turn(page)
    page.locator(".target").first.dispatch_event("click")
    page.locator(".target:not(.chosen)").first.dispatch_event("click")
    wait_for_ply(page, "0")
    expect(page.locator(".moves .sign")).to_have_text("A")


def signs(page: Page) -> list[str | None]:
    return [each.get_attribute("title") for each in page.locator(".moves .sign").all()]
