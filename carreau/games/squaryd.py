"""Squaryd, a game of squares seen and unseen, by Pierre Baudy (1998).

1. The board is 7x7 holes without the centre: 48 holes. 24 black and 24 white pawns. Black starts.
2. A square is four holes that are the corners of a square of any size and any tilt; the missing centre
   may lie inside it. There are 172.
3. A turn has two stages: first as many doubled pawns as wished (two own pawns stacked in one empty hole),
   each of which must parry a threat: its hole is the fourth corner of a square whose three other corners
   are single enemy pawns. Then exactly one single pawn in any empty hole.
4. A player wins by pointing out (a) a square of four own single pawns, (b) a square of four doubled pawns
   of the opponent, or (c) by announcing at once that the opponent has answered a threat with a single.
5. When a player has no pawns left, the other places all their remaining pawns, then the game ends.
6. Rulings. Referee: a single that completes an own square wins at once (checked first), a single put on an
   enemy threat loses at once, a double that completes a square of own doubles loses at once. Called:
   nothing is automatic; either seat claims at any time, (c) only until the claimer has placed a pawn, and
   the third wrong claim loses. In both: a player who spends the last pawns on a double plays no single;
   the final filling (5) is singles only, without (c); if nobody has won when all pawns are placed or no
   hole is empty, the game is a draw. In the called game both may still claim then: the seat that did not
   place the last pawn answers first, then the other, each with `done` or a claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from carreau.rules.bits import bit_count, lowest_bit, nth_bit
from carreau.rules.game import Game, bad_move, need
from carreau.rules.kernel import FREE, OVER, SEAT, WINNERS, Ints, end
from carreau.rules.language import Text, same
from carreau.rules.options import choice
from carreau.rules.outcome import Outcome
from carreau.rules.scene import Cell, Label, Piece, Rail, Scene, Stroke, chess_labels, chess_name
from carreau.rules.state import State

SIDE = 7
CENTRE = 24  # a hole is numbered 7 * row + column, from the upper left; the centre is none
HOLES = tuple(hole for hole in range(SIDE * SIDE) if hole != CENTRE)
EVERY_HOLE = sum(1 << hole for hole in HOLES)
PAWNS_EACH = 24
WRONG_TO_LOSE = 3


def squares() -> Iterator[tuple[int, ...]]:
    """Every square (rule 2) as its corners, clockwise from the leftmost (of two, the lower)."""
    for column in range(SIDE):
        for row in range(SIDE - 1, -1, -1):
            for up in range(1, row + 1):
                for right in range(SIDE - max(column + up, row)):
                    first, step, turn = SIDE * row + column, right - SIDE * up, up + SIDE * right
                    ring = (first, first + step, first + step + turn, first + turn)
                    if CENTRE not in ring:
                        yield ring


RINGS = tuple(squares())
SQUARES = len(RINGS)
CORNERS = tuple(sum(1 << hole for hole in ring) for ring in RINGS)  # the same as sets of holes
# The squares through each hole: their numbers, and their other three corners. No hole is on more than 21
# squares; every hole has ROOM places, which suits vector instructions, and the last have no corners.
ROOM = 24
THROUGH = tuple(
    number
    for hole in range(SIDE * SIDE)
    for number in ([square for square in range(SQUARES) if hole in RINGS[square]] + [-1] * ROOM)[:ROOM]
)
OTHERS = tuple(0 if square < 0 else CORNERS[square] ^ 1 << i // ROOM for i, square in enumerate(THROUGH))

# A move is a hole for a single, DOUBLE + hole for a doubled pawn, DONE, or a claim: CLAIM + what is claimed
# for seat 0, CLAIM + CLAIMS + that for seat 1, where a square is its number, an answer SQUARES + its hole.
DOUBLE = SIDE * SIDE
DONE = 2 * DOUBLE
CLAIM = DONE + 1
CLAIMS = SQUARES + SIDE * SIDE

CALLED = 1  # board: 1 if the players call squares themselves, 0 if the referee does

# The state; sets of holes are bits of a word, and what belongs to a seat has a word for each.
EMPTY = FREE  # the empty holes
SINGLES = EMPTY + 1
DOUBLES = SINGLES + 2
THREATS = DOUBLES + 2  # the holes, empty or not, that complete a square with three of its singles
DOUBLE_THREATS = THREATS + 2  # the same for its doubles
FROM_PAWNS = THREATS - SINGLES  # from the word of some pawns to that of the threats they make
PAWNS = DOUBLE_THREATS + 2  # how many are left
ANSWERED = PAWNS + 2  # the single that can still be announced (rule 4c), CENTRE for none
WRONG = ANSWERED + 1  # how many wrong claims
SAID_DONE = WRONG + 2  # 1 once the first of the two has said `done`
REASON = SAID_DONE + 1  # why the game is over, and the square that shows it
SHOWN = REASON + 1
WORDS = SHOWN + 1

SQUARE, DOUBLED, ANSWER, WRONG_CLAIMS, DRAW = 0, 1, 2, 3, 4  # the reasons


def has(holes: int, hole: int) -> bool:
    return holes >> hole & 1 == 1


def is_filling(state: Ints) -> bool:
    """Does the seat to move place what is left to it (rule 5)?"""
    return state[PAWNS + 1 - state[SEAT]] == 0


def is_ending(state: Ints) -> bool:
    """Are all pawns placed, or is no hole empty?"""
    return state[EMPTY] == 0 or state[PAWNS] + state[PAWNS + 1] == 0


def open_holes(state: Ints) -> int:
    """Where the seat to move may put a single: none in the ending, when it can only say `done`."""
    return state[EMPTY] if state[PAWNS + state[SEAT]] > 0 else 0


def parries(state: Ints) -> int:
    """Where the seat to move may put a doubled pawn (rules 3 and 5)."""
    if state[PAWNS + state[SEAT]] < 2 or is_filling(state):
        return 0
    return state[EMPTY] & state[THREATS + 1 - state[SEAT]]


def moves(board: Ints, state: Ints, out: Ints) -> int:
    singles, doubles = open_holes(state), parries(state)
    found = 0
    while singles:
        out[found] = lowest_bit(singles)
        singles &= singles - 1
        found += 1
    while doubles:
        out[found] = DOUBLE + lowest_bit(doubles)
        doubles &= doubles - 1
        found += 1
    if found == 0:
        out[0] = DONE
        found = 1
    return found


def count(board: Ints, state: Ints, out: Ints) -> int:
    return max(1, bit_count(open_holes(state)) + bit_count(parries(state)))


def nth(board: Ints, state: Ints, out: Ints, n: int) -> int:
    singles = open_holes(state)
    if singles == 0:
        return DONE
    doubles_from = bit_count(singles)
    if n < doubles_from:
        return nth_bit(singles, n)
    return DOUBLE + nth_bit(parries(state), n - doubles_from)


def play(board: Ints, state: Ints, move: int) -> None:
    if move >= DONE:
        speak(state, move)
        return
    doubled = 1 if move >= DOUBLE else 0
    hole = move - DOUBLE * doubled
    seat = state[SEAT]
    enemy = 1 - seat
    pawns = SINGLES + 2 * doubled + seat
    completes = has(state[pawns + FROM_PAWNS], hole)
    answers = not doubled and not is_filling(state) and has(state[THREATS + enemy], hole)
    state[pawns + FROM_PAWNS] |= new_threats(state[pawns], hole)
    state[pawns] |= 1 << hole
    state[EMPTY] ^= 1 << hole
    state[PAWNS + seat] -= 1 + doubled
    state[ANSWERED] = hole if answers else CENTRE
    has_referee = not board[CALLED]
    if completes and doubled and has_referee:
        win(state, enemy, DOUBLED, square_through(hole, state[pawns]))
    elif completes and has_referee:
        win(state, seat, SQUARE, square_through(hole, state[pawns]))
    elif answers and has_referee:
        win(state, enemy, ANSWER, square_through(hole, state[SINGLES + enemy]))
    elif is_ending(state):
        state[SEAT] = enemy  # rule 6: in the called game the other seat answers first
        if has_referee:
            draw(state)
    elif state[PAWNS + enemy] > 0 and (not doubled or state[PAWNS + seat] == 0):
        state[SEAT] = enemy  # rule 5: else the turn, or the filling, goes on


def new_threats(pawns: int, hole: int) -> int:
    """The holes that complete a square with the hole and two of the pawns."""
    threats = 0
    for i in range(ROOM * hole, ROOM * hole + ROOM):
        missing = OTHERS[i] & ~pawns
        if missing & (missing - 1) == 0:  # one corner, or none
            threats |= missing
    return threats


def speak(state: Ints, move: int) -> None:
    """Say `done`, or make a claim."""
    if move >= CLAIM + CLAIMS:
        claim(state, 1, move - CLAIM - CLAIMS)
    elif move >= CLAIM:
        claim(state, 0, move - CLAIM)
    elif state[SAID_DONE]:
        draw(state)
    else:
        state[SAID_DONE] = 1
        state[SEAT] = 1 - state[SEAT]


def claim(state: Ints, seat: int, claimed: int) -> None:
    """The seat points out a square, or announces an answer (rule 4)."""
    enemy = 1 - seat
    if claimed < SQUARES and CORNERS[claimed] & ~state[SINGLES + seat] == 0:
        win(state, seat, SQUARE, claimed)
    elif claimed < SQUARES and CORNERS[claimed] & ~state[DOUBLES + enemy] == 0:
        win(state, seat, DOUBLED, claimed)
    elif claimed == SQUARES + state[ANSWERED] and has(state[SINGLES + enemy], state[ANSWERED]):
        win(state, seat, ANSWER, square_through(state[ANSWERED], state[SINGLES + seat]))
    else:
        state[WRONG + seat] += 1
        if state[WRONG + seat] == WRONG_TO_LOSE:
            win(state, enemy, WRONG_CLAIMS, 0)


def square_through(hole: int, pawns: int) -> int:
    """The first square through the hole whose other three corners are all in `pawns`."""
    i = ROOM * hole
    while OTHERS[i] & ~pawns:
        i += 1
    return THROUGH[i]


def win(state: Ints, seat: int, reason: int, square: int) -> None:
    end(state, 1 << seat)
    state[REASON] = reason
    state[SHOWN] = square


def draw(state: Ints) -> None:
    end(state, 3)
    state[REASON] = DRAW


NAMES = tuple(chess_name(hole % SIDE, hole // SIDE, SIDE) for hole in range(SIDE * SIDE))
HOLE_NAMED = {NAMES[hole]: hole for hole in HOLES}
SQUARE_NAMES = tuple(",".join(NAMES[hole] for hole in ring) for ring in RINGS)
SQUARE_NAMED = {name: square for square, name in enumerate(SQUARE_NAMES)}
COLOURS = (Text("Black", "Noir"), Text("White", "Blanc"))
GLYPHS = "xoXO"  # the singles of Black and White, then the doubled pawns
MUST_PARRY = Text("a doubled pawn must parry a threat, rule 3", "un pion doublé doit parer une menace, règle 3")
A_HOLE = Text("a hole like d5, not the centre d4; d5* for a doubled pawn",
              "un trou comme d5, pas le centre d4 ; d5* pour un pion doublé")  # fmt: skip
A_CLAIM = Text("the four corners of a square, like !a1,a3,c3,c1, or one hole, like !d5",
               "les quatre coins d'un carré, comme !a1,a3,c3,c1, ou un trou, comme !d5")  # fmt: skip


class Squaryd(Game):
    id = "squaryd"
    name = same("Squaryd")
    idea = Text("Make a square that the other does not see coming: any size, any tilt.",
                "Formez un carré que l'autre ne voit pas venir : toute taille, tout angle.")  # fmt: skip
    credit = same("Pierre Baudy, 1998")
    players = "2"
    options = (
        choice("claims", ("referee", "called"),
               Text("who points out squares: the referee, or the players themselves",
                    "qui désigne les carrés : l'arbitre, ou les joueurs eux-mêmes")),
    )  # fmt: skip
    reasons: ClassVar = {
        "square": Text("a square of four single pawns", "un carré de quatre pions simples"),
        "doubles": Text("a square of the opponent's doubled pawns", "un carré de pions doublés adverses"),
        "answer": Text("a threat was answered with a single pawn", "une menace contrée par un pion simple"),
        "wrong-claims": Text("three wrong claims", "trois annonces fausses"),
        "draw": Text("the pawns are placed and nobody has won", "les pions sont posés et personne n'a gagné"),
    }
    samples = ({}, {"claims": "called"})
    longest_list = 2 * len(HOLES)

    def board(self, options: Mapping[str, Any]) -> list[int]:
        return [2, int(options["claims"] == "called")]

    def opening(self, board: list[int], options: Mapping[str, Any]) -> list[int]:
        state = [0] * WORDS
        state[EMPTY] = EVERY_HOLE
        state[PAWNS] = state[PAWNS + 1] = PAWNS_EACH
        state[ANSWERED] = CENTRE
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
        if state[PAWNS + state[SEAT]] < 2:
            return Text("a doubled pawn takes two pawns and only one is left, rule 3",
                        "un pion doublé demande deux pions et il n'en reste qu'un, règle 3")  # fmt: skip
        return MUST_PARRY

    def attempt(self, board: list[int], state: list[int], move: int, seat: int) -> int | None:
        return move if board[CALLED] and move > DONE else None

    def tries(self, board: list[int], state: list[int], seat: int) -> list[int] | None:
        if not board[CALLED]:
            return None
        out = [0] * self.longest_list
        found = moves(board, state, out) if seat == state[SEAT] else 0
        claims = [*range(SQUARES), *(SQUARES + hole for hole in HOLES)]
        return out[:found] + [CLAIM + CLAIMS * seat + claimed for claimed in claims]

    def write_position(self, board: list[int], state: list[int]) -> str:
        glyphs = [glyph_in(state, hole) for hole in range(SIDE * SIDE)]
        rows = ["".join(glyphs[at : at + SIDE]) for at in range(0, SIDE * SIDE, SIDE)]
        fields = ["/".join(rows), "-" if state[SEAT] == OVER else str(state[SEAT])]
        if board[CALLED]:
            answered = "-" if state[ANSWERED] == CENTRE else NAMES[state[ANSWERED]]
            fields += ["called", f"{state[WRONG]},{state[WRONG + 1]}", answered]
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
            _, wrong, answered, *rest = rest
            need(len(wrong) == 3 and wrong[0] in "0123" and wrong[1] == "," and wrong[2] in "0123")
            state[WRONG], state[WRONG + 1] = int(wrong[0]), int(wrong[2])
            state[ANSWERED] = CENTRE if answered == "-" else HOLE_NAMED[answered]
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

    def outcome(self, board: list[int], state: list[int]) -> Outcome:
        return replace(super().outcome(board, state), cells=tuple(NAMES[hole] for hole in shown(state)))

    def seat_name(self, board: list[int], state: list[int], seat: int) -> Text:
        return COLOURS[seat]

    def touches(self, board: list[int], state: list[int], move: str, seat: int) -> tuple[str, ...]:
        return () if move == "done" else tuple(move.strip("!*").split(","))

    def scene(self, state: State) -> Scene:
        words = state.raw_state
        ring = tuple(at(hole) for hole in shown(words))
        return Scene(
            surface="walnut",
            columns=SIDE,
            rows=SIDE,
            cells=tuple(Cell(NAMES[hole], at(hole), "hole") for hole in HOLES),
            pieces=tuple(pawn(words, hole) for hole in HOLES if not has(words[EMPTY], hole)),
            strokes=(Stroke("square", ring, closed=True),) if ring else (),
            labels=(*chess_labels(SIDE, SIDE), Label("◇", at(CENTRE), "diamond")),
            rails=tuple(
                Rail(seat, COLOURS[seat], score=score(state, seat), to_move=seat == state.seat) for seat in (0, 1)
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
    if state[ANSWERED] != CENTRE:
        check_answer(state)
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
            state[ANSWERED] = lowest_bit(answer)
        need(state[ANSWERED] == lowest_bit(answer))
    elif state[REASON] == DRAW:
        need(is_ending(state) and state[SAID_DONE] == board[CALLED])
        need(placed_last(state, 0) or placed_last(state, 1))


def check_answer(state: list[int]) -> None:
    """Can the hole that is open to an announcement be the answer to a threat, given just now?"""
    hole = state[ANSWERED]
    seat = int(has(state[SINGLES + 1], hole))
    need(has(state[SINGLES + seat], hole) and has(state[THREATS + 1 - seat], hole))
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


def pawn(state: list[int], hole: int) -> Piece:
    glyph, name = glyph_in(state, hole), NAMES[hole]
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


def score(state: State, seat: int) -> Text:
    """The pawns left, and in the called game the wrong claims."""
    left, wrong = state.raw_state[PAWNS + seat], state.raw_state[WRONG + seat]
    pawns = Text(f"{left} pawn{'s' * (left != 1)}", f"{left} pion{'s' * (left > 1)}")
    if not state.raw_board[CALLED]:
        return pawns
    return Text(f"{pawns.en}, {wrong}/3 wrong claims", f"{pawns.fr}, {wrong}/3 annonces fausses")


GAME = Squaryd()
