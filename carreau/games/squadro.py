"""Squadro, a race with jumps, by Adrián Jiménez Pascual (Gigamic).

1. Two players, five pieces each, each piece in its own lane: Yellow's lanes are the rows, Red's the
   columns. A lane is seven spaces: the start, five crossings, the turning space.
2. A piece moves by the dots of its lane: one number on the way out, another on the way back.
3. On a turn a player moves one piece that is not home, straight on, by its speed. It stops at once on
   the turning space, turned round, and on its start when it comes back: it is home.
4. If it meets enemy pieces it jumps the whole unbroken run of them, stops on the first space behind and
   loses its remaining points. A jumped piece goes back to its start if it is on its way out, to its
   turning space if it is on its way back. A piece on a start or turning space cannot be jumped.
5. The first player with four pieces home wins. A position met for the third time, with the same player
   to move, ends the game as a draw (ruling).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, ClassVar

from carreau.rules.bits import bit_count, lowest_bit
from carreau.rules.game import Game, bad_move, need
from carreau.rules.kernel import FREE, OVER, SEAT, WINNERS, Ints, end
from carreau.rules.language import Text, same
from carreau.rules.options import choice, seed
from carreau.rules.scene import Cell, Label, Piece, Rail, Scene, Stroke, chess_name
from carreau.rules.state import State
from carreau.rules.touch import Path

LANES = 5
TURNED, HOME = 6, 12  # progress along a lane: 0 start, 1-5 out, 6 turned, 7-11 back, 12 home
SPEED_OUT = (3, 1, 2, 1, 3, 1, 3, 2, 3, 1)  # Yellow's lanes from the top, then Red's from the left
SPEED_BACK = (1, 3, 2, 3, 1, 3, 1, 2, 1, 3)
HOME_TO_WIN = 4

# A piece is numbered 5 * seat + lane. The state keeps, up to date:
KEY = FREE  # the progress of the ten pieces, four bits each: the position, but for the seat
RACING = KEY + 1  # a word a seat: its lanes whose piece is not home, a bit a lane
STANDING = RACING + 2  # a word a lane: the enemies that stand on it, a bit a crossing; the sixth word of
SPACES = LANES + 1  # each seat, for enemies that stand on none of its lanes, means nothing
EARLIER = STANDING + 2 * SPACES  # how many earlier positions follow: all since the last turn or homecoming
HISTORY = EARLIER + 1  # the earlier positions, oldest first, each as 2 * key + seat


def crossing(progress: int) -> int:
    """The crossing, 0 to 4, where a piece stands, or -1 on a start or turning space or at home."""
    if progress % TURNED == 0:
        return -1
    return progress - 1 if progress < TURNED else HOME - progress - 1


def walk(piece: int, progress: int, enemies: int) -> tuple[int, int]:
    """Where a move ends, and the crossings jumped as bits (rules 3 and 4)."""
    goal = TURNED if progress < TURNED else HOME
    steps = SPEED_OUT[piece] if progress < TURNED else SPEED_BACK[piece]
    jumped = 0
    while steps > 0 and progress < goal:
        progress += 1
        steps -= 1
        while crossing(progress) >= 0 and enemies >> crossing(progress) & 1:
            jumped |= 1 << crossing(progress)
            progress += 1
            steps = 0  # rule 4: the remaining points are lost
    return progress, jumped


# Every walk there is: 16 * jumped + end, by piece, progress and the enemies on the lane.
WALKS = tuple(
    stop + 16 * jumped
    for piece in range(2 * LANES)
    for progress in range(HOME)
    for enemies in range(1 << LANES)
    for stop, jumped in [walk(piece, progress, enemies)]
)
# The lane that a piece stands on, by its progress; LANES for none.
STANDS_ON = tuple(crossing(progress) % SPACES for progress in range(HOME + 1))
# The lane with n racing lanes before it, by 5 * racing + n.
NTH_LANE = tuple(
    [lane for lane in range(LANES) if racing >> lane & 1][n] if n < racing.bit_count() else 0
    for racing in range(1 << LANES)
    for n in range(LANES)
)


def moves(board: Ints, state: Ints, out: Ints) -> int:
    racing = state[RACING + state[SEAT]]
    found = 0
    for lane in range(LANES):
        if racing >> lane & 1:
            out[found] = lane
            found += 1
    return found


def count(board: Ints, state: Ints, out: Ints) -> int:
    return bit_count(state[RACING + state[SEAT]])


def nth(board: Ints, state: Ints, out: Ints, n: int) -> int:
    return NTH_LANE[LANES * state[RACING + state[SEAT]] + n]


def progress_of(state: Ints, seat: int, lane: int) -> int:
    return state[KEY] >> 4 * (LANES * seat + lane) & 15


def put(state: Ints, seat: int, lane: int, before: int, after: int) -> None:
    """Move a piece from one place of its lane to another."""
    state[KEY] += (after - before) << 4 * (LANES * seat + lane)
    enemy_lanes = STANDING + SPACES * (1 - seat)
    state[enemy_lanes + STANDS_ON[before]] ^= 1 << lane
    state[enemy_lanes + STANDS_ON[after]] ^= 1 << lane


def sent_back(progress: int) -> int:
    """Where a jumped piece goes (rule 4)."""
    return 0 if progress < TURNED else TURNED


def play(board: Ints, state: Ints, move: int) -> None:
    seat = state[SEAT]
    piece = LANES * seat + move
    progress = progress_of(state, seat, move)
    walked = WALKS[(piece * HOME + progress) * 32 + state[STANDING + SPACES * seat + move]]
    stop, jumped = walked & 15, walked >> 4
    remember(state)
    put(state, seat, move, progress, stop)
    while jumped:
        lane = lowest_bit(jumped)
        jumped &= jumped - 1
        met = progress_of(state, 1 - seat, lane)
        put(state, 1 - seat, lane, met, sent_back(met))
    state[SEAT] = 1 - seat
    if stop == TURNED:
        state[EARLIER] = 0  # no earlier position can come back
    elif stop == HOME:
        state[EARLIER] = 0
        state[RACING + seat] ^= 1 << move
        if bit_count(state[RACING + seat]) == LANES - HOME_TO_WIN:
            end(state, 1 << seat)
    elif times_met(state) >= 2:
        end(state, 3)


def remember(state: Ints) -> None:
    """Add the position to the history; compiled search, whose room is limited, forgets the oldest."""
    if len(state) == HISTORY:
        return
    if HISTORY + state[EARLIER] == len(state):
        for i in range(HISTORY, len(state) - 1):
            state[i] = state[i + 1]
        state[EARLIER] -= 1
    state[HISTORY + state[EARLIER]] = 2 * state[KEY] + state[SEAT]
    state[EARLIER] += 1


def times_met(state: Ints) -> int:
    """How often the position, with this seat to move, has been met before."""
    met = 0
    here = 2 * state[KEY] + state[SEAT]
    for i in range(state[EARLIER] - 2, -1, -2):  # the seats alternate
        if state[HISTORY + i] == here:
            met += 1
    return met


COLOURS = (Text("Yellow", "Jaune"), Text("Red", "Rouge"))


class Squadro(Game):
    id = "squadro"
    name = same("Squadro")
    idea = Text("Cross the board and come back before the other does; jump, and send them back.",
                "Traversez et revenez avant l'autre ; sautez-le, il recommence.")  # fmt: skip
    credit = Text("Adrián Jiménez Pascual, published by Gigamic", "Adrián Jiménez Pascual, édité par Gigamic")
    players = "2"
    minutes = "20"
    notation = Text(
        "A move is a lane, 1 to 5: yours are the rows from the top if you are Yellow, the columns from the left if you "
        "are Red. The small numbers beside the board are the speeds.",
        "Un coup est un couloir, de 1 à 5 : les rangées depuis le haut pour Jaune, les colonnes depuis la gauche pour "
        "Rouge. Les petits chiffres au bord sont les vitesses.",
    )
    options = (
        choice(
            "first",
            (0, 1, "random"),
            Text("who moves first", "qui commence"),
            labels={0: COLOURS[0], 1: COLOURS[1], "random": Text("by lot", "au hasard")},
            title=Text("First to move", "Premier à jouer"),
            is_clear=True,
        ),
        seed(Text("fixes the draw of the first player", "fixe le tirage du premier joueur")),
    )
    reasons: ClassVar = {
        "home": Text("four pieces are home", "quatre pièces sont rentrées"),
        "repetition": Text("the same position for the third time", "la même position pour la troisième fois"),
        "two-legs": Text("the most legs won", "le plus de manches gagnées"),
    }
    has_two_legs = True
    swaps_seats = True  # Yellow has the better side, whoever starts
    table_options: ClassVar = {"first": "random"}
    has_draws = True
    samples = ({"first": 0}, {"first": 1})
    room = 1
    longest_list = LANES

    def resolve(self, options: dict[str, Any]) -> dict[str, Any]:
        first = options["first"]
        return {"first": Random(options["seed"]).randrange(2) if first == "random" else first}

    def board(self, options: Mapping[str, Any]) -> list[int]:
        return [2]

    def opening(self, board: list[int], options: Mapping[str, Any]) -> list[int]:
        return set_up([0] * 10, options["first"])

    def write_move(self, board: list[int], state: list[int], move: int) -> str:
        return str(move + 1)

    def read_move(self, board: list[int], state: list[int], text: str, seat: int) -> int:
        if text not in ("1", "2", "3", "4", "5"):
            raise bad_move(text, Text("a lane from 1 to 5", "un couloir de 1 à 5"))
        return int(text) - 1

    def refusal(self, board: list[int], state: list[int], move: int) -> Text:
        return Text("this piece is home already, rule 3", "cette pièce est déjà rentrée, règle 3")

    def write_position(self, board: list[int], state: list[int]) -> str:
        earlier = [state[HISTORY + i] for i in range(state[EARLIER])]
        history = ",".join(f"{write_key(entry >> 1)}@{entry & 1}" for entry in earlier)
        return f"{write_key(state[KEY])} {next_seat(state)} {history}".rstrip()

    def read_position(self, fields: list[str]) -> tuple[dict[str, Any], list[int], list[int]]:
        need(2 <= len(fields) <= 3 and fields[1] in ("0", "1"))
        progress, seat = read_key(fields[0]), int(fields[1])
        earlier = fields[2].split(",") if len(fields) == 3 else []
        need(max(map(earlier.count, earlier), default=0) < 3)  # rule 5: the game would have ended there
        state = set_up(progress, seat)
        for number, entry in enumerate(earlier):
            key, _, at = entry.partition("@")
            past = read_key(key)
            need(at == str((seat + len(earlier) - number) % 2))  # the seats alternate
            need([leg(there) for there in past] == [leg(there) for there in progress])
            state.append(2 * set_up(past, 0)[KEY] + int(at))
        state[EARLIER] = len(earlier)
        homes = [LANES - state[RACING + each].bit_count() for each in (0, 1)]
        need(homes[seat] < HOME_TO_WIN and homes[1 - seat] <= HOME_TO_WIN)
        if homes[1 - seat] == HOME_TO_WIN:
            need(not earlier)
            end(state, 1 << 1 - seat)
        elif times_met(state) >= 2:
            end(state, 3)
        return {"first": seat}, self.board({}), state

    def reason(self, board: list[int], state: list[int]) -> str:
        return "repetition" if state[WINNERS] == 3 else "home"

    def seat_name(self, board: list[int], state: list[int], seat: int) -> Text:
        return COLOURS[seat]

    def touches(self, board: list[int], state: list[int], move: str, seat: int) -> tuple[str, ...]:
        lane = int(move) - 1
        return (chess_name(*place(seat, lane, progress_of(state, seat, lane)), 7),)

    def path(self, board: list[int], state: list[int], move: str, seat: int) -> Path:
        return (piece_id(seat, int(move) - 1),)

    def read_path(self, board: list[int], state: list[int], path: Path, seat: int) -> str:
        own = {piece_id(seat, lane): str(lane + 1) for lane in range(LANES)}
        return own.get(path[0], path[0])

    def changes(self, board: list[int], before: list[int], after: list[int], move: str, seat: int) -> tuple[str, ...]:
        return self.touches(board, after, move, seat)

    def scene(self, state: State) -> Scene:
        words = state.raw_state
        pieces = [boat(seat, lane, progress_of(words, seat, lane)) for seat in (0, 1) for lane in range(LANES)]
        trail = []
        if state.before is not None and state.last_seat is not None:
            lane = int(state.history[-1][-1]) - 1
            moved = [progress_of(then, state.last_seat, lane) for then in (state.before, words)]
            trail = [trail_of(state.last_seat, lane, *moved)]
        homes = [LANES - words[RACING + seat].bit_count() for seat in (0, 1)]
        return Scene(
            surface="maple",
            columns=7,
            rows=7,
            cells=DRAWN_CELLS,
            pieces=tuple(pieces),
            strokes=(*GROOVES, *trail),
            labels=SPEED_LABELS,
            rails=tuple(rail(seat, homes[seat], to_move=seat == state.seat) for seat in (0, 1)),
        )  # fmt: skip


def set_up(progress: list[int], seat: int) -> list[int]:
    """The state with the ten pieces there and no past."""
    state = [0] * HISTORY
    state[SEAT] = seat
    for piece, there in enumerate(progress):
        owner, lane = divmod(piece, LANES)
        put(state, owner, lane, 0, there)
        if there < HOME:
            state[RACING + owner] |= 1 << lane
    return state


def next_seat(state: list[int]) -> int:
    """The seat to move, or that would move if the game were not over."""
    if state[SEAT] != OVER:
        return state[SEAT]
    return 1 - (state[HISTORY + state[EARLIER] - 1] & 1) if state[WINNERS] == 3 else 2 - state[WINNERS]


def leg(progress: int) -> tuple[bool, bool]:
    """What a piece never loses again: that it has turned, that it is home."""
    return progress >= TURNED, progress == HOME


def write_key(key: int) -> str:
    progress = [str(key >> 4 * piece & 15) for piece in range(2 * LANES)]
    return f"{'.'.join(progress[:LANES])}/{'.'.join(progress[LANES:])}"


def read_key(text: str) -> list[int]:
    yellow, red = (side.split(".") for side in text.split("/"))
    spellings = [str(progress) for progress in range(HOME + 1)]
    need(len(yellow) == len(red) == LANES)
    progress = [spellings.index(written) for written in yellow + red]
    places = [place(piece // LANES, piece % LANES, p) for piece, p in enumerate(progress) if crossing(p) >= 0]
    need(len(places) == len(set(places)), Text("two pieces on one crossing", "deux pièces sur un croisement"))
    return progress


def place(seat: int, lane: int, progress: int) -> tuple[int, int]:
    """Column and row of a piece, from the upper left."""
    along = progress if progress <= TURNED else HOME - progress
    return (along, lane + 1) if seat == 0 else (lane + 1, along)


def piece_id(seat: int, lane: int) -> str:
    return f"{COLOURS[seat].en.lower()} {lane + 1}"


@cache
def boat(seat: int, lane: int, progress: int) -> Piece:
    back = progress >= TURNED
    if progress == HOME:
        legs = Text("home", "rentrée")
    else:
        legs = Text("on its way back", "au retour") if back else Text("on its way out", "à l'aller")
    colour = COLOURS[seat]
    return Piece(
        id=piece_id(seat, lane),
        kind="boat-home" if progress == HOME else "boat",
        colour=("yellow", "red")[seat],
        at=place(seat, lane, progress),
        name=Text(f"{colour.en} piece {lane + 1}, {legs.en}", f"pièce {colour.fr.lower()} {lane + 1}, {legs.fr}"),
        glyph="=" if progress == HOME else (">v<^"[seat + 2 * back]),
        turn=90 * seat + 180 * back,
    )


@cache
def trail_of(seat: int, lane: int, before: int, after: int) -> Stroke:
    return Stroke("trail", (place(seat, lane, before), place(seat, lane, after)))


@cache
def rail(seat: int, home: int, *, to_move: bool) -> Rail:
    score = Text(f"{home} home", f"{home} rentrées" if home > 1 else f"{home} rentrée")
    return Rail(seat, COLOURS[seat], score=score, to_move=to_move, colours=(("yellow", "red")[seat],))


def speed_labels() -> Iterator[Label]:
    """The lanes' numbers, and their dots at both ends (rule 2)."""
    for lane in range(LANES):
        yield Label(str(lane + 1), (-1, lane + 1))
        yield Label(str(lane + 1), (lane + 1, -1))
        yield Label("•" * SPEED_OUT[lane], (-0.62, lane + 1), "dots-down")
        yield Label("•" * SPEED_BACK[lane], (6.62, lane + 1), "dots-down")
        yield Label("•" * SPEED_OUT[LANES + lane], (lane + 1, -0.62), "dots-across")
        yield Label("•" * SPEED_BACK[LANES + lane], (lane + 1, 6.62), "dots-across")


DRAWN_CELLS = tuple(
    Cell(chess_name(x, y, 7), (x, y), "space", glyph="+" if 0 < x < 6 and 0 < y < 6 else "o")
    for y in range(7)
    for x in range(7)
    if (x % 6, y % 6) != (0, 0)
)
GROOVES = tuple(
    [Stroke("groove", ((0, 1 + i), (6, 1 + i))) for i in range(LANES)]
    + [Stroke("groove", ((1 + i, 0), (1 + i, 6))) for i in range(LANES)]
)
SPEED_LABELS = tuple(speed_labels())
GAME = Squadro()
