"""What people touch to move: every move can be made by touching things that are there, and each in one way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from every_mode import Mode

import carreau
from carreau.rules.touch import ANY_CELL, Path, Tree


def paths_in(tree: Tree | str, so_far: Path = ()) -> Iterator[tuple[Path, str]]:
    if isinstance(tree, str):
        yield so_far, tree
        return
    for step, below in tree.items():
        yield from paths_in(below, (*so_far, step))


def things_of(state: carreau.State) -> set[str]:
    """The ids that a page can show as something to touch."""
    scene = state.scene()
    held = {piece.id for rail in scene.rails for piece, _ in rail.items}
    return {cell.id for cell in scene.cells} | {piece.id for piece in scene.pieces} | held | {*state.game.buttons}


def shows_moves(state: carreau.State) -> bool:
    return state.tries() == state.moves()


def test_every_move_has_a_path_that_leads_to_it(mode: Mode) -> None:
    for state in mode.positions(11, 60):
        if not shows_moves(state):
            continue
        found = dict(paths_in(state.touch_tree()))
        assert sorted(found.values()) == sorted(state.moves())
        for path, move in found.items():
            assert state.move_on(path) == move


def test_paths_lead_over_things_that_are_there(mode: Mode) -> None:
    """A seat sees what it touches: the ids are those of its own view."""
    for state in mode.positions(12, 60):
        if state.seat is None:
            continue
        things = things_of(state.view(state.seat)) | {ANY_CELL}
        for path, _ in paths_in(state.touch_tree()):
            assert set(path) <= things, path


def test_ids_of_cells_pieces_and_buttons_do_not_collide(mode: Mode) -> None:
    for state in mode.positions(13, 60):
        scene = state.scene()
        held = [piece.id for rail in scene.rails for piece, _ in rail.items]
        ids = [cell.id for cell in scene.cells] + [piece.id for piece in scene.pieces] + held + [*state.game.buttons]
        assert len(set(ids)) == len(ids)
        assert ANY_CELL not in ids


def test_modes_that_hide_legal_moves_offer_every_placement_alike(mode: Mode) -> None:
    """The tree must not tell which tries are right: it is the same wherever moves() differs."""
    for state in mode.positions(14, 30):
        if state.seat is None or shows_moves(state):
            continue
        assert all(end == "" for _, end in paths_in(state.touch_tree()))
        legal = set(state.moves())
        cells = [cell.id for cell in state.scene().cells]
        reached = {state.move_on((cell, cell)[: depth_of(state)]) for cell in cells} if depth_of(state) else set()
        assert reached <= set(state.tries()) | set(cells)
        assert {move for move in legal if move in cells} <= reached


def depth_of(state: carreau.State) -> int:
    """How many cells a plain placement takes."""
    return next((len(path) for path, _ in paths_in(state.touch_tree()) if path[0] == ANY_CELL), 0)


def test_only_what_is_offered_can_be_touched(mode: Mode) -> None:
    state = mode.start()
    for path in ((), ("nowhere",), ("a1",) * 7):
        with pytest.raises(carreau.IllegalMove):
            state.move_on(path)


def test_nobody_else_has_anything_to_touch_unless_it_may_speak_up(mode: Mode) -> None:
    for state in mode.positions(15, 10):
        for seat in range(state.seats):
            if seat != state.seat and shows_moves(state):
                assert state.touch_tree(seat) == {}


def test_claims_are_touched_corner_by_corner_in_any_order() -> None:
    state = carreau.game("squaryd").start(claims="called")
    assert state.move_on(("square", "c3", "a1", "a3", "c1"), seat=1) == "!c3,a1,a3,c1"
    assert state.move_on(("answer", "d5"), seat=1) == "!d5"
    assert state.move_on(("double", "d5")) == "d5*"
    assert state.move_on(("d5",)) == "d5"
    with pytest.raises(carreau.IllegalMove, match="not your turn"):
        state.move_on(("d5",), seat=1)


def test_a_line_of_cubes_goes_from_end_to_end() -> None:
    state = carreau.game("012x012").start(players=2, strict=True)
    assert state.move_on(("a1", "c1")) == "a1E3"
    assert state.move_on(("c1", "a1")) == "c1W3"
    assert state.move_on(("b2", "b7")) == "b2N6"
    assert state.move_on(("b7", "b2")) == "b7S6"
    assert state.move_on(("b7", "b7")) == "b7"
    with pytest.raises(carreau.IllegalMove, match="row or a column"):
        state.move_on(("a1", "b3"))


def test_a_tile_turns_by_itself() -> None:
    """A tile has each colour once, so the edge it touches settles how it lies: tile and cell are the whole move."""
    state = carreau.game("united-square").start(deal=5)
    for path, move in paths_in(state.touch_tree()):
        assert len(path) == 2
        assert path[1] == move.partition(":")[0]


def test_a_grid_with_a_motif_asks_for_it() -> None:
    game = carreau.game("012x012")
    state = game.start(players=2)
    assert list(game.prompts(state.raw_board, state.raw_state, 0)) == ["?"]


@pytest.mark.parametrize(
    ("game", "moves", "path", "why"),
    [
        ("unlur", "", ("a1",), "in the contract phase a stone may not touch the border, rule 2"),
        ("unlur", "h8", ("h8",), "this cell is taken, rule 2"),
        ("squaryd", "a1", ("a1",), "this hole is taken, rule 3"),
        ("squaryd", "a1", ("double", "c3"), "a doubled pawn must parry a threat, rule 3"),
        ("squadro", "", ("red 3",), "nothing can be played there"),
        ("united-square", "", ("hand 0 BGRY", "a1"), "a tile must touch another by an edge, rule 3"),
        ("united-square", "", ("hand 0 BGRY", "c3"), "a tile lies on this cell already, rule 3"),
        ("012x012", "", ("d4",), "the cube on d4 needs contact on two adjoining sides, rule 2"),
        ("012x012", "", ("a1", "d4"), "a turn is a line along a row or a column, rule 3"),
    ],
)
def test_who_touches_what_cannot_be_played_is_told_the_rule(
    game: str, moves: str, path: tuple[str, ...], why: str
) -> None:
    """Without the move's text, which who touched the board has no need of."""
    state = carreau.game(game).replay(moves.split(), **({"deal": 1} if game == "united-square" else {}))
    with pytest.raises(carreau.IllegalMove) as refused:
        state.move_on(path)
    assert refused.value.reason.en == why
    assert refused.value.reason.fr != why
