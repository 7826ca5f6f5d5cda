"""Squaryd at the table: its options, its texts, its refusals and its picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from carreau.games import squaryd_rules
from carreau.games.squaryd_rules import (
    ANSWER,
    CALLED,
    CENTRE,
    CLAIM,
    CLAIMS,
    CORNERS,
    DONE,
    DOUBLE,
    DOUBLED,
    DOUBLES,
    DRAW,
    EMPTY,
    EVERY_HOLE,
    FROM_PAWNS,
    HOLES,
    LAST,
    PAWNS,
    PAWNS_EACH,
    REASON,
    RINGS,
    SAID_DONE,
    SHOWN,
    SIDE,
    SINGLES,
    SQUARE,
    SQUARES,
    THREATS,
    WORDS,
    WRONG,
    WRONG_CLAIMS,
    WRONG_TO_LOSE,
    draw,
    has,
    has_two,
    is_ending,
    is_filling,
    new_threats,
    win,
)
from carreau.rules.bits import bit_count, lowest_bit
from carreau.rules.errors import BadMove
from carreau.rules.game import Game, bad_move, need
from carreau.rules.kernel import OVER, SEAT, WINNERS
from carreau.rules.language import Text, same
from carreau.rules.options import choice
from carreau.rules.scene import Cell, Label, Piece, Rail, Scene, Stroke, chess_labels, chess_name
from carreau.rules.state import State
from carreau.rules.touch import ANY_CELL, Path

NAMES = tuple(chess_name(hole % SIDE, hole // SIDE, SIDE) for hole in range(SIDE * SIDE))
HOLE_NAMED = {NAMES[hole]: hole for hole in HOLES}
SQUARE_NAMES = tuple(",".join(NAMES[hole] for hole in ring) for ring in RINGS)
SQUARE_NAMED = {name: square for square, name in enumerate(SQUARE_NAMES)}
COLOURS = (Text("Black", "Noir"), Text("White", "Blanc"))
GLYPHS = "xoXO"  # the singles of Black and White, then the doubled pawns
MUST_PARRY = Text("a doubled pawn must parry a threat, rule 3", "un pion doublé doit parer une menace, règle 3")
A_HOLE = Text("a hole like d5, not the centre d4; d5* for a doubled pawn",
              "un trou comme d5, pas le centre d4 ; d5* pour un pion doublé")  # fmt: skip
NO_SQUARE = Text("these four are not the corners of a square; that costs nothing",
                 "ces quatre trous ne sont pas les coins d'un carré ; cela ne coûte rien")  # fmt: skip
A_CLAIM = Text("the four corners of a square, like !a1,a3,c3,c1, or one hole, like !d5",
               "les quatre coins d'un carré, comme !a1,a3,c3,c1, ou un trou, comme !d5")  # fmt: skip


class Squaryd(Game):
    id = "squaryd"
    rules: ClassVar = squaryd_rules
    name = same("Squaryd")
    idea = Text("Make a square that the other does not see coming: any size, any tilt.",
                "Formez un carré que l'autre ne voit pas venir : toute taille, tout angle.")  # fmt: skip
    credit = same("Pierre Baudy, 1998")
    players = "2"
    minutes = "15"
    notation = Text(
        "d5 puts a single pawn and ends the turn, c3* a doubled one. When squares are called: !a1,a3,c3,c1 points out "
        "a square, !d5 an answer to a threat, done says that there is nothing to claim; out of turn, write 1:!d5.",
        "d5 pose un pion simple et termine le tour, c3* un pion doublé. En partie annoncée : !a1,a3,c3,c1 désigne un "
        "carré, !d5 une menace contrée, done dit qu'il n'y a rien à annoncer ; hors de son tour, écrire 1:!d5.",
    )
    options = (
        choice("claims", ("referee", "called"),
               Text("who points out squares: the referee, or the players themselves",
                    "qui désigne les carrés : l'arbitre, ou les joueurs eux-mêmes"),
               labels={"referee": Text("the referee", "l'arbitre"), "called": Text("the players", "les joueurs")},
               title=Text("Who sees the squares", "Qui voit les carrés"), is_clear=True),
    )  # fmt: skip
    buttons: ClassVar = {
        "double": Text("Doubled pawn", "Pion doublé"),
        "square": Text("Point out a square", "Désigner un carré"),
        "answer": Text("A threat was answered", "Une menace a été contrée"),
        "done": Text("Nothing to claim", "Rien à annoncer"),
    }
    reasons: ClassVar = {
        "square": Text("a square of four single pawns", "un carré de quatre pions simples"),
        "doubles": Text("a square of the opponent's doubled pawns", "un carré de pions doublés adverses"),
        "answer": Text("a threat was answered with a single pawn", "une menace contrée par un pion simple"),
        "wrong-claims": Text("three wrong claims", "trois annonces fausses"),
        "draw": Text("the pawns are placed and nobody has won", "les pions sont posés et personne n'a gagné"),
    }
    has_draws = True
    samples = ({}, {"claims": "called"})
    longest_list = 2 * len(HOLES)

    def board(self, options: Mapping[str, Any]) -> list[int]:
        return [2, int(options["claims"] == "called")]

    def opening(self, board: list[int], options: Mapping[str, Any]) -> list[int]:
        state = [0] * WORDS
        state[EMPTY] = EVERY_HOLE
        state[PAWNS] = state[PAWNS + 1] = PAWNS_EACH
        state[LAST] = CENTRE
        return state

    def write_move(self, board: list[int], state: list[int], move: int) -> str:
        if move == DONE:
            return "done"
        if move > DONE:
            claimed = (move - CLAIM) % CLAIMS
            return f"!{SQUARE_NAMES[claimed] if claimed < SQUARES else NAMES[claimed - SQUARES]}"
        return NAMES[move] if move < DOUBLE else f"{NAMES[move - DOUBLE]}*"

    def read_move(self, board: list[int], state: list[int], text: str, seat: int) -> int:
        if text == "done":
            return DONE
        if text.startswith("!"):
            return CLAIM + CLAIMS * seat + read_claim(text)
        name = text.removesuffix("*")
        if name not in HOLE_NAMED:
            raise bad_move(text, A_HOLE)
        return HOLE_NAMED[name] + (DOUBLE if text != name else 0)

    def refusal(self, board: list[int], state: list[int], move: int) -> Text:
        if move > DONE:
            return Text("the referee calls squares by itself, rule 6",
                        "l'arbitre désigne lui-même les carrés, règle 6")  # fmt: skip
        if move == DONE:
            return Text("this is said only after the last pawn of a called game, rule 6",
                        "ne se dit qu'après le dernier pion d'une partie annoncée, règle 6")  # fmt: skip
        if is_ending(state):
            return Text("the last pawn is placed, claim or say done, rule 6",
                        "le dernier pion est posé, annoncez ou dites done, règle 6")  # fmt: skip
        if not has(state[EMPTY], move % DOUBLE):
            return Text("this hole is taken, rule 3", "ce trou est occupé, règle 3")
        if is_filling(state):
            return Text("only single pawns fill the board at the end, rule 5",
                        "à la fin, on ne pose que des pions simples, règle 5")  # fmt: skip
        if not has_two(state):
            return Text("a doubled pawn takes two pawns and only one is left, rule 3",
                        "un pion doublé demande deux pions et il n'en reste qu'un, règle 3")  # fmt: skip
        return MUST_PARRY

    def attempt(self, board: list[int], state: list[int], move: int, seat: int) -> int | None:
        return move if board[CALLED] and move > DONE else None

    def acts_any_time(self, move: int) -> bool:
        return move > DONE

    def question(self, board: list[int], state: list[int]) -> Text | None:
        if not board[CALLED] or not is_ending(state):
            return None
        return Text("All pawns are placed: is there a square to claim?",
                    "Tous les pions sont posés : reste-t-il un carré à annoncer ?")  # fmt: skip

    def remark(self, board: list[int], before: list[int], after: list[int], move: str) -> Text | None:
        for seat in (0, 1):
            wrong = after[WRONG + seat]
            if wrong > before[WRONG + seat]:
                name = self.seat_name(board, after, seat)
                return Text(f"{name.en}: wrong claim, {wrong} of {WRONG_TO_LOSE}.",
                            f"{name.fr} : annonce fausse, {wrong} sur {WRONG_TO_LOSE}.")  # fmt: skip
        return None

    def tries(self, board: list[int], state: list[int], seat: int) -> list[int] | None:
        if not board[CALLED]:
            return None
        placements = [DONE] if is_ending(state) else [hole for hole in HOLES if has(state[EMPTY], hole)]
        if not is_ending(state) and not is_filling(state) and has_two(state):
            placements += [DOUBLE + hole for hole in placements]  # nobody is told which of them parry
        claims = [*range(SQUARES), *(SQUARES + hole for hole in HOLES)]
        own = placements if seat == state[SEAT] else []
        return own + [CLAIM + CLAIMS * seat + claimed for claimed in claims]

    def write_position(self, board: list[int], state: list[int]) -> str:
        glyphs = [glyph_in(state, hole) for hole in range(SIDE * SIDE)]
        rows = ["".join(glyphs[at : at + SIDE]) for at in range(0, SIDE * SIDE, SIDE)]
        fields = ["/".join(rows), "-" if state[SEAT] == OVER else str(state[SEAT])]
        if board[CALLED]:
            last = "-" if state[LAST] == CENTRE else NAMES[state[LAST]]
            fields += ["called", f"{state[WRONG]},{state[WRONG + 1]}", last]
            fields += ["done"] if state[SAID_DONE] else []
        if state[SEAT] == OVER:
            fields.append(self.reason(board, state))
            fields += [str(winner(state))] if state[REASON] != DRAW else []
            fields += [SQUARE_NAMES[state[SHOWN]]] if state[REASON] < WRONG_CLAIMS else []
        return " ".join(fields)

    def read_position(self, fields: list[str]) -> tuple[dict[str, Any], list[int], list[int]]:
        rows, seat, *rest = fields
        options = {"claims": "called" if rest[:1] == ["called"] else "referee"}
        board = self.board(options)
        state = self.opening(board, options)
        set_up(state, rows)
        if board[CALLED]:
            _, wrong, last, *rest = rest
            need(len(wrong) == 3 and wrong[0] in "0123" and wrong[1] == "," and wrong[2] in "0123")
            state[WRONG], state[WRONG + 1] = int(wrong[0]), int(wrong[2])
            state[LAST] = CENTRE if last == "-" else HOLE_NAMED[last]
            state[SAID_DONE] = int(rest[:1] == ["done"])
            rest = rest[state[SAID_DONE] :]
        if seat == "-":
            self.read_result(state, rest)
        else:
            need(seat in ("0", "1") and not rest)
            state[SEAT] = int(seat)
        check(board, state)
        return options, board, state

    def read_result(self, state: list[int], fields: list[str]) -> None:
        """The end of a finished game's text: the reason, the winner, the square."""
        reason = list(self.reasons).index(fields[0])
        if reason == DRAW:
            need(len(fields) == 1)
            draw(state)
        else:
            need(len(fields) == (2 if reason == WRONG_CLAIMS else 3) and fields[1] in ("0", "1"))
            win(state, int(fields[1]), reason, SQUARE_NAMED[fields[2]] if reason != WRONG_CLAIMS else 0)

    def reason(self, board: list[int], state: list[int]) -> str:
        return tuple(self.reasons)[state[REASON]]

    def deciding_cells(self, board: list[int], state: list[int]) -> tuple[str, ...]:
        return tuple(NAMES[hole] for hole in shown(state))

    def seat_name(self, board: list[int], state: list[int], seat: int) -> Text:
        return COLOURS[seat]

    def touches(self, board: list[int], state: list[int], move: str, seat: int) -> tuple[str, ...]:
        return () if move == "done" else tuple(move.strip("!*").split(","))

    def path(self, board: list[int], state: list[int], move: str, seat: int) -> Path:
        return ("double", move[:-1]) if move.endswith("*") else (move,)

    def paths(self, board: list[int], state: list[int], moves: list[str], seat: int) -> list[Path]:
        return [("double", move[:-1]) if move[-1] == "*" else (move,) for move in moves]

    def patterns(self, board: list[int], state: list[int], seat: int) -> tuple[Path, ...] | None:
        """Nobody is told where a doubled pawn parries, or whether there is a square."""
        if not board[CALLED]:
            return None
        claims: tuple[Path, ...] = (("square", *[ANY_CELL] * 4), ("answer", ANY_CELL))
        if seat != state[SEAT]:
            return claims
        if is_ending(state):
            return (("done",), *claims)
        return ((ANY_CELL,), ("double", ANY_CELL), *claims)

    def read_path(self, board: list[int], state: list[int], path: Path, seat: int) -> str:
        kind, *holes = path
        if kind in ("square", "answer"):
            return f"!{','.join(holes)}"
        return f"{holes[0]}*" if holes else kind

    def scene(self, state: State) -> Scene:
        words = state.raw_state
        ring = tuple(at(hole) for hole in shown(words))
        return Scene(
            surface="walnut",
            columns=SIDE,
            rows=SIDE,
            cells=CELLS,
            pieces=tuple(pawn(glyph_in(words, hole), hole) for hole in HOLES if not has(words[EMPTY], hole)),
            strokes=(Stroke("square", ring, closed=True),) if ring else (),
            labels=LABELS,
            rails=tuple(
                rail(
                    seat,
                    words[PAWNS + seat],
                    words[WRONG + seat] if state.raw_board[CALLED] else None,
                    to_move=seat == state.seat,
                )
                for seat in (0, 1)
            ),
        )


def read_claim(text: str) -> int:
    """What a claim claims: a square's number, or SQUARES + the hole of an answer."""
    names = text[1:].split(",")
    if len(names) == 1 and names[0] in HOLE_NAMED:
        return SQUARES + HOLE_NAMED[names[0]]
    for square, ring in enumerate(SQUARE_NAMES):
        if sorted(names) == sorted(ring.split(",")):
            return square
    if len(set(names)) == 4 and set(names) <= {*HOLE_NAMED}:
        raise BadMove(Text(f"{text}: {NO_SQUARE.en}", f"{text} : {NO_SQUARE.fr}"), NO_SQUARE)
    raise bad_move(text, A_CLAIM)


def set_up(state: list[int], rows: str) -> None:
    """Put the pawns of a position's text into the opening."""
    need([len(row) for row in rows.split("/")] == [SIDE] * SIDE)
    for hole, glyph in enumerate(rows.replace("/", "")):
        kind = GLYPHS.find(glyph)
        if kind < 0 or hole == CENTRE:
            need(glyph == ("+" if hole == CENTRE else "."))
            continue
        state[SINGLES + kind + FROM_PAWNS] |= new_threats(state[SINGLES + kind], hole)
        state[SINGLES + kind] |= 1 << hole
        state[EMPTY] ^= 1 << hole
        state[PAWNS + kind % 2] -= 1 + kind // 2


def check(board: list[int], state: list[int]) -> None:
    """Could a game be here? Pawns never leave, so a parry stays beside the threat that it parried."""
    for seat in (0, 1):
        need(state[PAWNS + seat] >= 0, Text("more than 24 pawns", "plus de 24 pions"))
        need(state[DOUBLES + seat] & ~state[THREATS + 1 - seat] == 0, MUST_PARRY)
        need(singles_ahead(state, seat) <= 1 or state[PAWNS + 1 - seat] == 0)  # rule 5: only who fills
    seat = state[SEAT]
    if seat == OVER:
        check_result(board, state)
    elif is_ending(state):
        need(board[CALLED] and placed_last(state, seat if state[SAID_DONE] else 1 - seat))
    else:
        need(state[PAWNS + seat] > 0 and (is_filling(state) or singles_ahead(state, seat) == 0))
    need(is_ending(state) or not state[SAID_DONE])
    lost_by_claims = [1 - winner(state)] if seat == OVER and state[REASON] == WRONG_CLAIMS else []
    need([each for each in (0, 1) if state[WRONG + each] == WRONG_TO_LOSE] == lost_by_claims)
    if state[LAST] != CENTRE:
        check_last(state)
    if not board[CALLED]:
        check_referee(state)


def check_result(board: list[int], state: list[int]) -> None:
    """Is the reason for the end on the board?"""
    corners, loser = CORNERS[state[SHOWN]], 1 - winner(state)
    if state[REASON] == SQUARE:
        need(corners & ~state[SINGLES + 1 - loser] == 0)
        need(board[CALLED] or singles_ahead(state, 1 - loser) >= 1)
    elif state[REASON] == DOUBLED:
        need(corners & ~state[DOUBLES + loser] == 0)
        need(board[CALLED] or (singles_ahead(state, loser) == 0 and state[PAWNS + 1 - loser] > 0))
    elif state[REASON] == ANSWER:
        answer = corners & ~state[SINGLES + 1 - loser]
        need(answer & state[SINGLES + loser] and bit_count(answer) == 1)
        if not board[CALLED]:
            state[LAST] = lowest_bit(answer)
        need(state[LAST] == lowest_bit(answer))
    elif state[REASON] == DRAW:
        need(is_ending(state) and state[SAID_DONE] == board[CALLED])
        need(placed_last(state, 0) or placed_last(state, 1))


def check_last(state: list[int]) -> None:
    """Can the single that is open to an announcement have been put there just now?"""
    hole = state[LAST]
    seat = int(has(state[SINGLES + 1], hole))
    need(has(state[SINGLES + seat], hole))
    need(state[PAWNS + 1 - seat] > 0 and singles_ahead(state, seat) == 1)
    need(state[SEAT] in (OVER, seat if state[SAID_DONE] else 1 - seat))


def check_referee(state: list[int]) -> None:
    """The referee lets no square pass: all that there are were completed by one last pawn."""
    ending = {SQUARE: SINGLES + winner(state), DOUBLED: DOUBLES + 1 - winner(state)}
    for pawns in range(SINGLES, THREATS):
        is_last = state[SEAT] == OVER and ending.get(state[REASON]) == pawns
        last = state[pawns] if is_last else 0
        for corners in CORNERS:
            if corners & ~state[pawns] == 0:
                last &= corners
                need(last, Text("the referee would have called a square", "l'arbitre aurait vu un carré"))


def singles_ahead(state: list[int], seat: int) -> int:
    """0 until a seat has put the single of its turn, then 1; more only once it fills the board (rule 5)."""
    lead = bit_count(state[SINGLES]) - bit_count(state[SINGLES + 1])
    return lead if seat == 0 else 1 - lead


def placed_last(state: list[int], seat: int) -> bool:
    """Can that seat have placed the last pawn, as a single or as a doubled pawn?"""
    ahead = singles_ahead(state, seat)
    return ahead >= 1 or (ahead == 0 and state[DOUBLES + seat] != 0 and state[PAWNS + 1 - seat] > 0)


def winner(state: list[int]) -> int:
    """The winner of a game that is over and no draw."""
    return state[WINNERS] >> 1


def shown(state: list[int]) -> tuple[int, ...]:
    """The corners of the square that decided the game; none if none did."""
    return RINGS[state[SHOWN]] if state[SEAT] == OVER and state[REASON] < WRONG_CLAIMS else ()


def at(hole: int) -> tuple[int, int]:
    """Column and row, from the upper left."""
    return hole % SIDE, hole // SIDE


def glyph_in(state: list[int], hole: int) -> str:
    for kind, glyph in enumerate(GLYPHS):
        if has(state[SINGLES + kind], hole):
            return glyph
    return "+" if hole == CENTRE else "."


@lru_cache(maxsize=len(GLYPHS) * SIDE * SIDE)
def pawn(glyph: str, hole: int) -> Piece:
    name = NAMES[hole]
    doubled, colour = glyph in "XO", COLOURS[glyph in "oO"]
    return Piece(
        id=f"pawn {name}",
        kind="double" if doubled else "pawn",
        colour=colour.en.lower(),
        at=at(hole),
        name=Text(
            f"{colour.en} {'doubled ' * doubled}pawn, {name}",
            f"pion {'doublé ' * doubled}{colour.fr.lower()}, {name}",
        ),
        glyph=glyph,
    )


@lru_cache(maxsize=1024)
def rail(seat: int, left: int, wrong: int | None, *, to_move: bool) -> Rail:
    """The pawns left, and in the called game the wrong claims."""
    score = Text(f"{left} pawn{'s' * (left != 1)}", f"{left} pion{'s' * (left > 1)}")
    if wrong is not None:
        score = Text(f"{score.en}, {wrong}/3 wrong claims", f"{score.fr}, {wrong}/3 annonces fausses")
    return Rail(seat, COLOURS[seat], (), score, to_move, (COLOURS[seat].en.lower(),))


CELLS = tuple(Cell(NAMES[hole], at(hole), "hole") for hole in HOLES)
LABELS = (*chess_labels(SIDE, SIDE), Label("◇", at(CENTRE), "diamond"))
GAME = Squaryd()
