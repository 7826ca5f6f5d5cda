"""United Square at the table: its options, its texts, its refusals and its picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random, SystemRandom
from typing import Any, ClassVar

from carreau.games import united_square_rules
from carreau.games.united_square_options import OPTIONS
from carreau.games.united_square_picture import COLOURS, HIDDEN, colours_of, hand_id, picture, seat_title, write_face
from carreau.games.united_square_rules import (
    COPIES,
    FACES,
    FITTING,
    HANDS,
    HELD,
    LETTERS,
    MODE,
    MODES,
    OUTSIDE,
    OWNER,
    PASS,
    PLACED,
    RIVAL_PARTNERS,
    SEEN,
    SIZE,
    SOLITAIRE,
    TEAMS,
    TILES,
    TURNS,
    TYPES,
    UNKNOWN,
    UNSEEN,
    WORDS,
    asked,
    can_anyone_place,
    deal_unseen,
    everything_is_placed,
    lay,
    mismatch,
    types_held,
    winners,
)
from carreau.rules.game import Game, bad_move, need, number_in
from carreau.rules.kernel import OVER, SEAT, SEATS, WINNERS, end
from carreau.rules.language import Text, same
from carreau.rules.options import bad_option, seed_in
from carreau.rules.scene import Scene, cell_name
from carreau.rules.state import State
from carreau.rules.touch import Path

DIRECTIONS = (Text("north", "nord"), Text("east", "est"), Text("south", "sud"), Text("west", "ouest"))
SEATS_BY_MODE = {"duel": 2, "teams": 4, "rival-partners": 4, "solitaire": 1}
DEFAULT_COLOURS = {1: None, 2: "B,R/G,Y", 3: "B/G/R", 4: "B/G/R/Y"}


class UnitedSquare(Game):
    id = "united-square"
    rules: ClassVar = united_square_rules
    name = same("United Square")
    idea = Text("Match the edges: every square in your colour is yours, whoever made it.",
                "Accordez les bords : chaque carré de votre couleur est à vous, quel qu'en soit l'auteur.")  # fmt: skip
    credit = same("Julien Selz, 2011")
    players = "1-4"
    minutes = "20"
    notation = Text(
        "c4:GRYB puts a tile on c4 with green to the north, then east, south, west; pass when nothing can be placed.",
        "c4:GRYB pose une tuile en c4, vert au nord, puis est, sud, ouest (B bleu, G vert, R rouge, Y jaune) ; "
        "pass quand rien ne peut être posé.",
    )
    options = OPTIONS
    buttons: ClassVar = {"pass": Text("Pass", "Passer")}
    reasons: ClassVar = {
        "squares": Text("the most SQUAREs", "le plus grand nombre de SQUARE"),
        "tie": Text("equal on SQUAREs", "à égalité de SQUARE"),
        "two-legs": Text("the most SQUAREs in both legs", "le plus grand nombre de SQUARE en deux manches"),
        "solved": Text("every tile placed, every side of one colour", "tout est posé, chaque bord d'une couleur"),
        "stuck": Text("no tile can be placed any more", "plus aucune tuile ne peut être posée"),
        "border": Text("every tile placed, but a side has two colours", "tout est posé, mais un bord a deux couleurs"),
    }
    has_draws = True
    samples = (
        {"deal": 1},
        {"deal": 2, "sets": 2, "first": 1, "colours": "G,B/Y,R"},
        {"mode": "free-for-all", "players": 3, "deal": 3},
        {"mode": "free-for-all", "deal": 4, "open_hands": True},
        {"mode": "teams", "deal": 5, "sets": 2},
        {"mode": "rival-partners", "deal": 6, "first": 3},
        {"mode": "solitaire"},
        {"mode": "solitaire", "sets": 2},
    )
    longest_list = 49 * 6 + 1

    def resolve(self, options: dict[str, Any]) -> dict[str, Any]:
        mode = options["mode"]
        if mode in SEATS_BY_MODE and options["players"] is not None:
            raise bad_option(
                "players", options["players"], Text(f"none, it is fixed in {mode}", f"aucun, c'est fixé en {mode}")
            )
        seats = SEATS_BY_MODE.get(mode) or options["players"] or 4
        if options["first"] >= seats:
            raise bad_option(
                "first", options["first"], Text(f"0 to {seats - 1} in this mode", f"0 à {seats - 1} dans ce mode")
            )
        colours = read_colours(options["colours"], seats)
        hands = read_deal(options["deal"], seats, options["sets"])
        resolved = {key: options[key] for key in ("mode", "sets", "open_hands", "first")}
        if mode == "free-for-all":
            resolved["players"] = seats
        if mode != "solitaire":
            resolved |= {"deal": write_hands(hands, " "), "colours": colours}
        return resolved

    def board(self, options: Mapping[str, Any]) -> list[int]:
        size = 5 if options["sets"] == 1 else 7
        seats = SEATS_BY_MODE.get(options["mode"]) or options["players"]
        owners = owners_of(options.get("colours"))
        board = [seats, MODES.index(options["mode"]), size, *owners]
        for cell in range(size * size):
            y, x = divmod(cell, size)
            for to_x, to_y in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
                inside = 0 <= to_x < size and 0 <= to_y < size
                board.append(size * to_y + to_x if inside else OUTSIDE)
        return [*board, int(options["open_hands"])]

    def opening(self, board: list[int], options: Mapping[str, Any]) -> list[int]:
        sets = 1 if board[SIZE] == 5 else 2
        hands = read_deal(options.get("deal"), board[SEATS], sets)
        return set_up(board, {board[SIZE] ** 2 // 2: LETTERS}, hands, options["first"])

    def write_move(self, board: list[int], state: list[int], move: int) -> str:
        if move == PASS:
            return "pass"
        return f"{cell_name(move >> 5, board[SIZE])}:{write_face(move & 31)}"

    def read_move(self, board: list[int], state: list[int], text: str, seat: int) -> int:
        if text == "pass":
            return PASS
        name, _, letters = text.partition(":")
        names = {cell_name(cell, board[SIZE]): cell for cell in range(board[SIZE] ** 2)}
        if name not in names or sorted(letters) != sorted(LETTERS):
            last = cell_name(board[SIZE] - 1, board[SIZE])
            raise bad_move(
                text,
                Text(
                    f"a cell a1 to {last} and a tile from the north clockwise, such as c4:GRYB",
                    f"une case de a1 à {last} et une tuile, du nord dans le sens horaire, comme c4:GRYB",
                ),
            )
        return 32 * names[name] + read_face(letters)

    def refusal(self, board: list[int], state: list[int], move: int) -> Text:
        seat = state[SEAT]
        if move == PASS:
            return Text("who can place a tile must place one, rule 3",
                        "qui peut poser une tuile doit en poser une, règle 3")  # fmt: skip
        cell, tile, face = move >> 5, move >> 2 & 7, move & 31
        seen = state[SEEN + cell]
        if state[TILES + cell]:
            return Text("a tile lies on this cell already, rule 3", "une tuile est déjà là, règle 3")
        if not state[HELD + seat] >> tile & 1:
            return Text(f"no tile {TYPES[tile]} in this hand, rule 3", f"pas de tuile {TYPES[tile]} en main, règle 3")
        if not seen:
            return Text("a tile must touch another by an edge, rule 3", "une tuile doit en toucher une autre, règle 3")
        if not FITTING[seen]:
            return Text("this cell sees one colour twice and is dead, rule 3",
                        "cette case voit deux fois la même couleur : elle est injouable, règle 3")  # fmt: skip
        side = mismatch(seen, face)
        colour = COLOURS[asked(seen, side)]
        return Text(f"the {DIRECTIONS[side].en} edge must be {colour.en}, rule 3",
                    f"le bord {DIRECTIONS[side].fr} doit être {colour.fr}, règle 3")  # fmt: skip

    def write_position(self, board: list[int], state: list[int]) -> str:
        size = board[SIZE]
        laid = [write_face(state[TILES + cell] - 1) if state[TILES + cell] else "." for cell in range(size * size)]
        rows = "/".join(",".join(laid[size * y : size * y + size]) for y in range(size))
        hands = write_hands([hand_of(state, seat) for seat in range(board[SEATS])], ",")
        seat = "-" if state[SEAT] == OVER else state[SEAT]
        openness = "open" if board[-1] else "hidden"
        return f"{rows} {hands} {seat} {MODES[board[MODE]]} {write_colours(board)} {openness}"

    def read_position(self, fields: list[str]) -> tuple[dict[str, Any], list[int], list[int]]:
        rows, hands_text, seat, mode, colours, openness = fields
        cells = [row.split(",") for row in rows.split("/")]
        size = len(cells)
        need(size in (5, 7) and all(len(row) == size for row in cells))
        need(mode in MODES and openness in ("open", "hidden"))
        hands = [[] if hand == "-" else hand.split(",") for hand in hands_text.split("/")]
        seats = SEATS_BY_MODE.get(mode) or len(hands)
        need(len(hands) == seats and (mode != "free-for-all" or seats in (3, 4)))
        options: dict[str, Any] = {
            "mode": mode,
            "sets": 1 if size == 5 else 2,
            "open_hands": openness == "open",
            "first": 0,
        }
        if mode == "free-for-all":
            options["players"] = seats
        if mode != "solitaire":
            options["colours"] = read_colours(colours, seats)
        else:
            need(colours == "-")
        board = self.board(options)
        tiles = {size * y + x: tile for y, row in enumerate(cells) for x, tile in enumerate(row) if tile != "."}
        need(tiles.get(size * size // 2) == LETTERS and all(sorted(t) == sorted(LETTERS) for t in tiles.values()))
        each = (size * size - 1) // seats
        need(all(len(hand) <= each and set(hand) <= {*TYPES, HIDDEN} for hand in hands))
        need(len(tiles) - 1 + sum(map(len, hands)) == size * size - 1)
        need(seat == "-" or number_in(seat) < seats)
        state = set_up(board, tiles, hands, 0 if seat == "-" else int(seat))
        need((seat == "-") == (state[SEAT] == OVER))
        return options, board, state

    def reason(self, board: list[int], state: list[int]) -> str:
        if board[MODE] != SOLITAIRE:
            return "tie" if state[WINNERS] == (1 << board[SEATS]) - 1 else "squares"
        if state[WINNERS]:
            return "solved"
        return "border" if everything_is_placed(board, state) else "stuck"

    def hide(self, board: list[int], state: list[int], seat: int) -> list[int]:
        if board[-1] or state[SEAT] == OVER:
            return state
        hidden = list(state)
        for other in range(board[SEATS]):
            if other != seat:
                for tile in range(6):
                    known = hidden[HANDS + 6 * other + tile]
                    hidden[UNSEEN + tile] += known
                    hidden[UNKNOWN + other] += known
                    hidden[HANDS + 6 * other + tile] = 0
        for other in range(board[SEATS]):
            hidden[HELD + other] = types_held(hidden, other)
        return hidden

    def hide_options(self, options: dict[str, Any], state: list[int], seat: int) -> dict[str, Any]:
        if options["open_hands"] or state[SEAT] == OVER or not options.get("deal"):
            return options
        return {**options, "deal": hidden_deal(options["deal"], seat)}

    def fill_in(self, start: State, moves: Sequence[str], random: Random) -> State:
        if not any(start.raw_state[UNKNOWN : UNKNOWN + 4]):
            return start
        played: list[list[str]] = [[] for _ in range(start.seats)]
        end = start
        for move in moves:
            _, is_tile, letters = move.partition(":")
            if is_tile and end.seat is not None:
                played[end.seat].append(type_of(letters))
            end = end.play(move)
        dealt = deal_unseen(end.raw_board, end.raw_state, random)
        hands = [sorted(hand_of(dealt, seat) + tiles) for seat, tiles in enumerate(played)]
        if start.origin is None:
            return self.start(**{**start.options, "deal": write_hands(hands, " ")})
        rows, _, *rest = start.origin.split()
        return self.position(" ".join((rows, write_hands(hands, ","), *rest)))

    has_two_legs = True

    def first_leg(self, options: dict[str, Any]) -> dict[str, Any]:
        if options.get("mode", "duel") != "duel":
            raise bad_option("mode", options["mode"], Text("duel, in a match of two legs", "duel, en deux manches"))
        return {"open_hands": True, **options}  # rule 5: open in a tournament

    def second_leg(self, options: dict[str, Any]) -> dict[str, Any]:
        """Rule 6: the hands change places, and who now holds the first starter's hand starts."""
        hands = options["deal"].split("/")
        return {**options, "deal": "/".join(reversed(hands)), "first": 1 - options["first"]}

    def carry(self, options: dict[str, Any], board: list[int], state: list[int]) -> dict[str, Any]:
        return {key: value for key, value in options.items() if key != "deal"}

    def allies(self, board: list[int], seat: int) -> tuple[int, ...]:
        return (seat, seat ^ 2) if board[MODE] in (TEAMS, RIVAL_PARTNERS) else (seat,)

    def shares(self, board: list[int], winners: tuple[int, ...]) -> tuple[float, ...]:
        if board[MODE] == RIVAL_PARTNERS:  # partners win together only if neither beats the other
            return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(board[SEATS]))
        return super().shares(board, winners)

    def seat_name(self, board: list[int], state: list[int], seat: int) -> Text:
        return seat_title(colours_of(board, seat))

    def is_plural(self, board: list[int], seat: int) -> bool:
        return len(colours_of(board, seat)) > 1

    def touches(self, board: list[int], state: list[int], move: str, seat: int) -> tuple[str, ...]:
        return () if move == "pass" else (move.partition(":")[0],)

    def path(self, board: list[int], state: list[int], move: str, seat: int) -> Path:
        """A tile of the hand, then a cell: an edge that it touches settles how the tile is turned."""
        return path_of(move, seat)

    def read_path(self, board: list[int], state: list[int], path: Path, seat: int) -> str:
        """A tile where it does not fit, turned so that as many edges as possible match."""
        held = [tile for tile in TYPES if hand_id(seat, tile) == path[0]]
        cells = {cell_name(cell, board[SIZE]): cell for cell in range(board[SIZE] ** 2)}
        if not held or path[-1] not in cells:
            return path[-1]
        seen, tile = state[SEEN + cells[path[-1]]], TYPES.index(held[0])
        face = max((4 * tile + turn for turn in range(4)), key=lambda face: matches(seen, face))
        return f"{path[-1]}:{write_face(face)}"

    def scene(self, state: State) -> Scene:
        return picture(state)


def matches(seen: int, face: int) -> int:
    """How many of the edges that a cell sees a face matches."""
    return sum(asked(seen, direction) == FACES[4 * face + direction] for direction in range(4))


@lru_cache(maxsize=1024)
def hidden_deal(deal: str, seat: int) -> str:
    """What a seat may know of it."""
    hands = [hand.split() for hand in deal.split("/")]
    return write_hands([hand if s == seat else [HIDDEN] * len(hand) for s, hand in enumerate(hands)], " ")


@lru_cache(maxsize=8192)
def path_of(move: str, seat: int) -> Path:
    cell, _, letters = move.partition(":")
    return (hand_id(seat, type_of(letters)), cell) if letters else (move,)


def read_face(letters: str) -> int:
    return 4 * TYPES.index(type_of(letters)) + letters.index("B")


def type_of(letters: str) -> str:
    """A tile's letters clockwise from blue, however it is turned."""
    turn = letters.index("B")
    return letters[turn:] + letters[:turn]


def read_colours(given: Any, seats: int) -> str | None:
    """The colours of each seat: two each in a duel, one each otherwise, none alone."""
    text = DEFAULT_COLOURS[seats] if given is None else given
    if seats == 1 and text is None:
        return None
    example = repr(DEFAULT_COLOURS[seats])
    allowed = Text(f"such as {example}", f"comme {example}") if seats > 1 else Text("none alone", "aucune en solitaire")
    if not isinstance(text, str) or seats == 1:
        raise bad_option("colours", given, allowed)
    owned = [seat.split(",") for seat in text.split("/")]
    letters = [letter for seat in owned for letter in seat]
    each = 2 if seats == 2 else 1
    whole_set = len(owned) == seats and all(len(seat) == each for seat in owned)
    if not whole_set or len(set(letters)) != len(letters) or not set(letters) <= set(LETTERS):
        raise bad_option("colours", given, allowed)
    return text


def owners_of(colours: str | None) -> list[int]:
    owners = [-1] * 4
    for seat, letters in enumerate((colours or "").split("/")):
        for letter in letters.split(",") if letters else []:
            owners[LETTERS.index(letter)] = seat
    return owners


def write_colours(board: list[int]) -> str:
    owned = [[LETTERS[c] for c in range(4) if board[OWNER + c] == seat] for seat in range(board[SEATS])]
    return "/".join(",".join(letters) for letters in owned) or "-"


def read_deal(given: Any, seats: int, sets: int) -> list[list[str]]:
    """The hands: dealt at random, by a seed, or as they are written."""
    full = [tile for tile in TYPES for _ in range(COPIES * sets)]
    each = len(full) // seats
    seed = seed_in(given)
    if given is None or seed is not None:
        (SystemRandom() if seed is None else Random(seed)).shuffle(full)
        return [sorted(full[each * seat : each * seat + each]) for seat in range(seats)]
    of_each = COPIES * sets
    allowed = Text(
        f"a seed, or {seats} hands of {each} tiles, {of_each} of each type",
        f"une graine, ou {seats} mains de {each} tuiles, {of_each} de chaque type",
    )
    if not isinstance(given, str):
        raise bad_option("deal", given, allowed)
    hands = [hand.split() for hand in given.split("/")]
    tiles = Counter(tile for hand in hands for tile in hand)
    hidden = tiles.pop(HIDDEN, 0)
    known = set(tiles) <= set(TYPES) and all(n <= COPIES * sets for n in tiles.values())
    if [len(hand) for hand in hands] != [each] * seats or not known or tiles.total() + hidden != len(full):
        raise bad_option("deal", given, allowed)
    return hands


def write_hands(hands: list[list[str]], separator: str) -> str:
    return "/".join(separator.join(hand) or "-" for hand in hands)


def hand_of(state: list[int], seat: int) -> list[str]:
    known = [TYPES[tile] for tile in range(6) for _ in range(state[HANDS + 6 * seat + tile])]
    return known + [HIDDEN] * state[UNKNOWN + seat]


def set_up(board: list[int], tiles: Mapping[int, str], hands: list[list[str]], seat: int) -> list[int]:
    """The state with those tiles laid and those hands; refuses tiles that cannot lie so."""
    state = [0] * WORDS
    state[SEAT] = seat
    state[TILES + OUTSIDE] = 1
    left = dict(tiles)
    centre = board[SIZE] ** 2 // 2
    lay(board, state, centre, read_face(left.pop(centre)))
    state[PLACED] = 0
    while left:  # each must touch one that lies already, in some order
        cell = next((cell for cell in left if state[SEEN + cell]), None)
        need(cell is not None)
        assert cell is not None
        face = read_face(left.pop(cell))
        need(TURNS[6 * state[SEEN + cell] + face // 4] == face % 4)
        lay(board, state, cell, face)
    unseen = dict.fromkeys(range(6), COPIES * (1 if board[SIZE] == 5 else 2))
    for cell in tiles:
        if cell != centre:
            unseen[(state[TILES + cell] - 1) // 4] -= 1
    for holder, hand in enumerate(hands):
        for name in hand:
            if name == HIDDEN:
                state[UNKNOWN + holder] += 1
            else:
                state[HANDS + 6 * holder + TYPES.index(name)] += 1
                unseen[TYPES.index(name)] -= 1
    need(min(unseen.values()) >= 0 and sum(unseen.values()) == sum(state[UNKNOWN : UNKNOWN + 4]))
    for tile in range(6):
        state[UNSEEN + tile] = unseen[tile]
    for holder in range(board[SEATS]):
        state[HELD + holder] = types_held(state, holder)
    if not can_anyone_place(board, state):
        end(state, winners(board, state))
    return state


GAME = UnitedSquare()
