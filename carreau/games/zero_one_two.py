"""012x012 at the table: its options, its texts, its refusals and its picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random, SystemRandom
from typing import Any, ClassVar

from carreau.games import taquin, zero_one_two_rules
from carreau.games.grids import Grid, find_grid
from carreau.games.taquin import CODES, MODE, SIZE, TURNS
from carreau.games.zero_one_two_lines import DIRECTIONS, LINE, LONGEST_LIST, ends_of, line_fault
from carreau.games.zero_one_two_options import MODES, OPTIONS
from carreau.games.zero_one_two_picture import CODE_WORDS, is_filled, picture, stock_of
from carreau.games.zero_one_two_rules import (
    AFTER,
    BEFORE,
    CELLS,
    CODE,
    COLUMN_STRIPS,
    FILLED,
    FREE_PASS,
    GAME_MODE,
    GRID_TEXT,
    GUESS,
    GUESSED,
    LANE,
    LEFT,
    MISTAKE,
    NO_MOTIF,
    OWES,
    PASS,
    SKIP,
    STOCKS,
    STRICT,
    STRIPS,
    TAQUIN,
    WORDS,
    WRONG_GUESS,
    fill,
    flanked,
    starts,
)
from carreau.rules.errors import IllegalMove
from carreau.rules.game import Game, bad_move, need, number_in
from carreau.rules.kernel import OVER, SEAT, SEATS, WINNERS, end
from carreau.rules.language import Text, same
from carreau.rules.options import bad_option, read_options, seed_in
from carreau.rules.outcome import plain_scores, seats_in
from carreau.rules.scene import Scene, cell_name
from carreau.rules.state import State
from carreau.rules.touch import ANY_CELL, Path

GUESSING = {"?": Text("Guess the motif", "Deviner le motif")}


class ZeroOneTwo(Game):
    id = "012x012"
    rules: ClassVar = zero_one_two_rules
    name = same("012x012")
    idea = Text("Fill the tray, cube by cube, and be the one who places the last.",
                "Remplissez le plateau, cube après cube, et posez le dernier.")  # fmt: skip
    credit = same("Cublook")
    players = "1-8"
    minutes = "15-30"
    notation = Text(
        "a1 puts one cube, a1E3 a line of three from a1 to the east (N E S W); pass when nothing can be placed, skip "
        "spends a free turn, ?cat guesses the motif (1:?cat for another seat). In the taquin N, E, S, W move the hole.",
        "a1 pose un cube, a1E3 une ligne de trois depuis a1 vers l'est (N E S W) ; pass quand rien ne peut être posé, "
        "skip dépense un tour libre, ?chat devine le motif (1:?chat pour un autre siège). Au taquin, N, E, S, W "
        "déplacent le trou.",
    )
    options = OPTIONS
    buttons: ClassVar = {"pass": Text("Pass", "Passer"), "skip": Text("Skip this turn", "Passer ce tour")}
    reasons: ClassVar = {
        "last-cube": Text("placed the last cube", "a posé le dernier cube"),
        "filled": Text("the tray is full", "le plateau est plein"),
        "solved": Text("the tray shows the model", "le plateau montre le modèle"),
    }
    samples = (
        {},
        {"players": 3, "grid": "CAR_006x006_001", "free_pass": 1},
        {"players": 2, "grid": "CAR_006x006_002", "strict": True, "code": "CBW"},
        {"players": 4, "grid": "CAR_012x012_002"},
        {"players": 6, "grid": "CAR_012x012_003", "strict": True},
        {"players": 8, "grid": "CAR_012x012_004"},
        {"mode": "puzzle", "grid": "CAR_006x006_003"},
        {"mode": "puzzle"},
        {"mode": "taquin", "tray": 1, "grid": "CAR_006x006_001"},
        {"mode": "taquin", "tray": 2},
    )
    longest_list = LONGEST_LIST
    lays_lines = True
    showcase: ClassVar = {"grid": "CAR_012x012_017"}  # not the usual grid, whose motif is to be guessed

    def resolve(self, options: dict[str, Any]) -> dict[str, Any]:
        grid = find_grid("CAR_012x012_001" if options["grid"] is None else options["grid"])
        players, mode, free_pass = options["players"], options["mode"], options["free_pass"]
        if players == 1 and mode == "game":
            mode = "puzzle"
        if players is None:
            players = 2 if mode == "game" else 1
        if mode != "game" and players != 1:
            raise bad_option("players", players, Text(f"1 in {mode}", f"1 en {mode}"))
        if len(grid.rows) == 6 and players == 8:
            raise bad_option(
                "players", players, Text("1, 2, 3, 4, 6 on a 6x6 tray", "1, 2, 3, 4, 6 sur un plateau 6x6")
            )
        if players == 1 and options["strict"]:
            raise bad_option("strict", True, Text("with two players or more", "à deux joueurs ou plus"))
        if free_pass is not None and (players == 1 or free_pass >= players):
            raise bad_option(
                "free_pass",
                free_pass,
                Text(f"0 to {players - 1}", f"0 à {players - 1}") if players > 1 else Text("none alone", "aucun seul"),
            )
        if mode != "taquin" and options["tray"] is not None:
            raise bad_option("tray", options["tray"], Text("in the taquin only", "au taquin seulement"))
        resolved = {"players": players, "mode": mode, "strict": options["strict"], "code": options["code"]}
        resolved["grid"] = grid.text
        if free_pass is not None:
            resolved["free_pass"] = free_pass
        if mode == "taquin":
            resolved["tray"] = read_tray(options["tray"], grid)
        return resolved

    def board(self, options: Mapping[str, Any]) -> list[int]:
        grid = find_grid(options["grid"])
        board = [options["players"], MODES.index(options["mode"]), len(grid.rows), *grid.codes]
        board += [0] * (CELLS - len(board)) + strip_masks(grid.rows)
        return [*board, int(options["strict"]), CODE_WORDS.index(options["code"]), *map(ord, grid.text)]

    def opening(self, board: list[int], options: Mapping[str, Any]) -> list[int]:
        if board[MODE] == TAQUIN:
            return set_up_taquin(board, options["tray"], 0)
        state = set_up(board, [])
        state[FREE_PASS] = options.get("free_pass", -1)
        return state

    def write_move(self, board: list[int], state: list[int], move: int) -> str:
        if board[MODE] == TAQUIN:
            return DIRECTIONS[move]
        if move in (PASS, SKIP):
            return "pass" if move == PASS else "skip"
        cubes = move & 15
        name = cell_name(move >> 6, board[SIZE])
        return name if cubes == 1 else f"{name}{DIRECTIONS[move >> 4 & 3]}{cubes}"

    def write_played(self, board: list[int], state: list[int], move: int, text: str) -> str:
        if text.startswith("?"):
            return "?" + "_".join(text[1:].replace("_", " ").split())
        return self.write_move(board, state, move)

    def read_move(self, board: list[int], state: list[int], text: str, seat: int) -> int:
        if board[MODE] == TAQUIN:
            if text not in ("N", "E", "S", "W"):
                raise bad_move(text, Text("N, E, S or W: where the hole travels", "N, E, S ou W : où va le trou"))
            return DIRECTIONS.index(text)
        if text in ("pass", "skip"):
            return PASS if text == "pass" else SKIP
        if text.startswith("?") and self.write_played(board, state, WRONG_GUESS, text) != "?":
            grid = grid_of(board)
            if grid.motif is None:
                return NO_MOTIF
            return GUESS + seat if grid.is_motif(text[1:]) else WRONG_GUESS
        size = board[SIZE]
        found = LINE.fullmatch(text)
        if found:
            column, row = "abcdefghijkl".index(found[1]), size - int(found[2])
            cubes = int(found[4] or 1)
            across, down = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[found[3] or "N"]
            ends = (column, row, column + (cubes - 1) * across, row + (cubes - 1) * down)
            if all(0 <= place < size for place in ends):
                return 64 * (size * row + column) + 16 * DIRECTIONS.index(found[3] or "N") + cubes
        last = cell_name(size - 1, board[SIZE])
        raise bad_move(text, Text(f"a cell a1 to {last}, or a line inside the tray such as a1E3",
                                  f"une case de a1 à {last}, ou une ligne dans le plateau comme a1E3"))  # fmt: skip

    def attempt(self, board: list[int], state: list[int], move: int, seat: int) -> int | None:
        if board[MODE] == TAQUIN or move in (NO_MOTIF, SKIP):
            return None
        if move >= WRONG_GUESS:
            return move
        return MISTAKE if board[STRICT] and seat == state[SEAT] else None

    def acts_any_time(self, move: int) -> bool:
        return move > MISTAKE

    def tries(self, board: list[int], state: list[int], seat: int) -> list[int] | None:
        if not board[STRICT]:
            return None
        if seat != state[SEAT]:
            return []
        size = board[SIZE]
        every = []
        for cell in range(size * size):
            row, column = divmod(cell, size)
            every.append(64 * cell + 1)
            for direction, room in enumerate((row + 1, size - column, size - row, column + 1)):
                every += [64 * cell + 16 * direction + cubes for cubes in range(2, room + 1)]
        return every + [PASS] + [SKIP] * (state[FREE_PASS] == seat)

    def refusal(self, board: list[int], state: list[int], move: int) -> Text:
        if board[MODE] == TAQUIN:
            return Text("the hole is at the frame on that side, rule 8", "le trou touche le cadre de ce côté, règle 8")
        if move == NO_MOTIF:
            return Text("this grid has no motif to guess, rule 7", "cette grille n'a pas de motif à deviner, règle 7")
        if move == SKIP:
            return Text("no free turn was won, rule 7", "aucun tour libre n'a été gagné, règle 7")
        if move == PASS:
            return Text("a cube can be placed, rule 4", "un cube peut être posé, règle 4")
        return line_fault(board, state, move)

    def write_position(self, board: list[int], state: list[int]) -> str:
        size = board[SIZE]
        grid = grid_of(board)
        seat = "-" if state[SEAT] == OVER else str(state[SEAT])
        extras = {"code": CODE_WORDS[board[CODE]]} if board[CODE] else {}
        if board[MODE] == TAQUIN:
            cubes = ["." if c == state[taquin.HOLE] else str(state[taquin.TRAY + c]) for c in range(size * size)]
            stocks = "-"
        else:
            cubes = [".#"[is_filled(state, c // size, c % size)] for c in range(size * size)]
            stocks = "/".join(".".join(map(str, stock_of(state, s))) for s in range(board[SEATS]))
            extras |= {name: str(state[at]) for name, at in (("free_pass", FREE_PASS), ("guessed", GUESSED))
                       if state[at] >= 0}  # fmt: skip
            if board[STRICT]:
                extras["strict"] = "owes" if state[OWES] else "yes"
            if state[SEAT] == OVER:
                extras["won"] = str(seats_in(state[WINNERS])[0])
        if board[MODE] != GAME_MODE:
            extras |= {"mode": MODES[board[MODE]], "turns": str(state[TURNS])}
        tray = "/".join("".join(cubes[size * y : size * y + size]) for y in range(size))
        return " ".join([grid.text, tray, stocks, seat, *(f"{k}={v}" for k, v in extras.items())])

    def read_position(self, fields: list[str]) -> tuple[dict[str, Any], list[int], list[int]]:
        reference, tray, stocks_text, seat = fields[:4]
        pairs = [field.split("=") for field in fields[4:]]
        extras = dict(pairs)
        need(len(extras) == len(pairs))
        need(set(extras) <= {"code", "free_pass", "guessed", "strict", "won", "mode", "turns"})
        mode = extras.get("mode", "game")
        stocks = [] if mode == "taquin" else [[number_in(n) for n in s.split(".")] for s in stocks_text.split("/")]
        given = {"grid": reference, "mode": mode, "players": len(stocks) or 1, "code": extras.get("code")}
        given |= {"strict": "strict" in extras, "tray": tray if mode == "taquin" else None}
        options = self.resolve(read_options(self.options, given))
        need((options["mode"] == "game") == ("turns" not in extras))
        turns = number_in(extras.get("turns", "0"))
        need(turns < 1 << 31)
        board = self.board(options)
        if mode == "taquin":
            state = set_up_taquin(board, options["tray"], turns)
            need(stocks_text == "-" and (seat == "-") == (state[SEAT] == OVER) and seat in ("-", "0"))
            return options, board, state
        size = board[SIZE]
        rows = tray.split("/")
        need(len(rows) == size and all(len(row) == size and set(row) <= set(".#") for row in rows))
        cells = [cell for cell, mark in enumerate("".join(rows)) if mark == "#"]
        need(all(len(stock) == 3 for stock in stocks))
        each = size * size // 3 // len(stocks)
        for code in range(3):
            placed = sum(board[CODES + cell] == code for cell in cells)
            need(all(stock[code] <= each for stock in stocks))
            need(placed == size * size // 3 - sum(stock[code] for stock in stocks))
        state = set_up(board, cells)
        state[STOCKS : STOCKS + 3 * len(stocks)] = [n for stock in stocks for n in stock]
        state[TURNS] = turns
        for name, at in (("free_pass", FREE_PASS), ("guessed", GUESSED)):
            if name in extras:
                state[at] = number_in(extras[name])
                need(state[at] < len(stocks) and (grid_of(board).motif if at == GUESSED else len(stocks) > 1))
        need(extras.get("strict") in (None, "yes", "owes") and is_reachable(board, cells))
        state[OWES] = int(extras.get("strict") == "owes")
        need((seat == "-") == (state[LEFT] == 0) == ("won" in extras))
        holder = number_in(extras["won"] if seat == "-" else seat)
        need(holder < len(stocks))
        state[SEAT] = holder
        if seat == "-":
            end(state, 1 << holder)
        return options, board, state

    def reason(self, board: list[int], state: list[int]) -> str:
        return ("last-cube", "filled", "solved")[board[MODE]]

    def remark(self, board: list[int], before: list[int], after: list[int], move: str) -> Text | None:
        if move.startswith("?"):
            if grid_of(board).is_motif(move[1:]):
                return Text("That is the motif!", "C'est bien le motif !")
            return Text("No, that is not the motif.", "Non, ce n'est pas le motif.")
        if board[STRICT] and after[TURNS] == before[TURNS]:
            number = self.read_move(board, before, move, before[SEAT])
            why = self.refusal(board, before, number)
            return Text(f"Taken back: {why.en}. Play again; a second turn follows.",
                        f"Repris : {why.fr}. Rejouez ; un second tour suivra.")  # fmt: skip
        if board[STRICT] and before[OWES] > after[OWES] and after[SEAT] == before[SEAT]:
            return Text("A second turn in a row, after the mistake.", "Un second tour d'affilée, après la faute.")
        return None

    def scores(self, board: list[int], state: list[int], winners: tuple[int, ...]) -> tuple[float, ...]:
        return plain_scores(winners, board[SEATS]) if board[MODE] == GAME_MODE else (state[TURNS],)

    def facts(self, board: list[int], state: list[int]) -> dict[str, Any]:
        guessed = None if board[MODE] == TAQUIN or state[GUESSED] < 0 else state[GUESSED]
        is_known = guessed is not None or state[SEAT] == OVER  # rule 7: until then it is to be guessed
        return {"guessed": guessed, "motif": grid_of(board).motif if is_known else None}

    personal = ("free_pass",)

    def carry(self, options: dict[str, Any], board: list[int], state: list[int]) -> dict[str, Any]:
        """Rule 7: who guessed the motif first may skip one turn of the next game."""
        options = {key: value for key, value in options.items() if key not in ("free_pass", "tray")}
        guessed = self.facts(board, state)["guessed"]
        return options if guessed is None or board[SEATS] == 1 else {**options, "free_pass": guessed}

    def touches(self, board: list[int], state: list[int], move: str, seat: int) -> tuple[str, ...]:
        if board[MODE] == TAQUIN:
            step = (-board[SIZE], 1, board[SIZE], -1)[DIRECTIONS.index(move)]
            return (cell_name(state[taquin.HOLE] + step, board[SIZE]),)
        found = LINE.fullmatch(move)
        if not found:
            return ()
        number = self.read_move(board, state, move, seat)
        step = (-board[SIZE], 1, board[SIZE], -1)[number >> 4 & 3]
        return tuple(cell_name((number >> 6) + n * step, board[SIZE]) for n in range(number & 15))

    def path(self, board: list[int], state: list[int], move: str, seat: int) -> Path:
        """A line from its first cell to its last; a single cube is a line that ends where it begins."""
        if board[MODE] == TAQUIN:
            return self.touches(board, state, move, seat)
        return ends_of(move) or (move,)

    def paths(self, board: list[int], state: list[int], moves: list[str], seat: int) -> Iterable[Path]:
        if board[MODE] == TAQUIN:
            return super().paths(board, state, moves, seat)
        return [ends_of(move) or (move,) for move in moves]

    def patterns(self, board: list[int], state: list[int], seat: int) -> tuple[Path, ...] | None:
        if not board[STRICT]:
            return None
        if seat != state[SEAT]:
            return ()
        free_turn: tuple[Path, ...] = (("skip",),) if state[FREE_PASS] == seat else ()
        return ((ANY_CELL, ANY_CELL), ("pass",), *free_turn)

    def read_path(self, board: list[int], state: list[int], path: Path, seat: int) -> str:
        if len(path) == 1:
            return path[0]
        cells = {cell_name(cell, board[SIZE]): divmod(cell, board[SIZE]) for cell in range(board[SIZE] ** 2)}
        ends = [cells[name] for name in path if name in cells]
        across, up = (ends[1][1] - ends[0][1], ends[0][0] - ends[1][0]) if len(ends) == 2 else (1, 1)
        if across and up:
            why = Text("a turn is a line along a row or a column, rule 3",
                       "un tour est une ligne, en rangée ou en colonne, règle 3")  # fmt: skip
            raise IllegalMove(why)
        direction = ("E" if across > 0 else "W") if across else ("N" if up > 0 else "S")
        return f"{path[0]}{direction}{abs(across + up) + 1}" if across or up else path[0]

    def prompts(self, board: list[int], state: list[int], seat: int) -> Mapping[str, Text]:
        if board[MODE] == TAQUIN or state[GUESSED] >= 0 or grid_of(board).motif is None:
            return {}
        return GUESSING

    def changes(self, board: list[int], before: list[int], after: list[int], move: str, seat: int) -> tuple[str, ...]:
        if board[MODE] == TAQUIN:
            return (cell_name(before[taquin.HOLE], board[SIZE]),)  # where the cube has slid to
        return self.touches(board, before, move, seat)

    def scene(self, state: State) -> Scene:
        return picture(state)


def grid_of(board: list[int]) -> Grid:
    return find_grid("".join(map(chr, board[GRID_TEXT:])))


def strip_masks(rows: tuple[str, ...]) -> list[int]:
    """CELLS, ALONG, SAME_AFTER, SAME_BEFORE and CODED for the rows and columns of a grid."""
    columns = tuple("".join(column) for column in zip(*rows, strict=True))
    masks = [[0] * STRIPS for _ in range(7)]
    for first, lines in ((0, rows), (COLUMN_STRIPS, columns)):
        for i, line in enumerate(lines):
            for j, code in enumerate(line):
                true = [
                    True, code == line[j + 1 : j + 2], i + 1 < len(lines) and code == lines[i + 1][j],
                    i > 0 and code == lines[i - 1][j], code == "0", code == "1", code == "2",
                ]  # fmt: skip
                for mask, holds in zip(masks, true, strict=True):
                    mask[first + i // 4] |= holds << LANE * (i % 4) + j + 1
    return [word for mask in masks for word in mask]


def set_up(board: list[int], cells: list[int]) -> list[int]:
    """The state with cubes on those cells, stocks full, seat 0 to move."""
    size, seats = board[SIZE], board[SEATS]
    state = [0] * WORDS
    state[FREE_PASS] = state[GUESSED] = -1
    for first in (0, COLUMN_STRIPS):
        for i in range(size):
            state[FILLED + first + i // 4] |= (1 | 1 << size + 1) << LANE * (i % 4)
        inner = (1 << size + 1) - 2
        state[BEFORE + first] |= inner
        state[AFTER + first + (size - 1) // 4] |= inner << LANE * ((size - 1) % 4)
    for cell in cells:
        fill(state, 0, cell // size, cell % size)
        fill(state, COLUMN_STRIPS, cell % size, cell // size)
    state[LEFT] = size * size - len(cells)
    state[STOCKS : STOCKS + 3 * seats] = [size * size // 3 // seats] * (3 * seats)
    return state


def is_reachable(board: list[int], cells: list[int]) -> bool:
    """Can cubes have been put down there in some order, each by rule 2?"""
    size = board[SIZE]
    rebuilt = set_up(board, [])
    left = set(cells)
    while left:
        ready = [c for c in left if can_start(board, rebuilt, c // size, c % size)]
        if not ready:
            return False
        for cell in ready:
            fill(rebuilt, 0, cell // size, cell % size)
        left -= set(ready)
    return True


def can_start(board: list[int], state: list[int], row: int, column: int) -> bool:
    strip = row // 4
    cells = starts(state, strip, flanked(board, state, strip))
    return bool(cells >> LANE * (row % 4) + column + 1 & 1)


def read_tray(given: Any, grid: Grid) -> str:
    """The taquin's first tray: the cubes of the model but its last, shuffled by a seed or as written."""
    size, cubes = len(grid.rows), list("".join(grid.rows)[:-1])
    seed = seed_in(given)
    if given is None or seed is not None:
        shuffled = [*cubes, "."]
        random = SystemRandom() if seed is None else Random(seed)
        while "".join(shuffled) == "".join(cubes) + ".":
            random.shuffle(shuffled)
        return "/".join("".join(shuffled[size * y : size * y + size]) for y in range(size))
    if isinstance(given, str):
        rows = given.split("/")
        if [len(row) for row in rows] == [size] * size and sorted("".join(rows)) == sorted([*cubes, "."]):
            return given
    allowed = Text(
        "a seed, or rows of the model's cubes but its last, with . for the hole",
        "une graine, ou des rangées avec les cubes du modèle sauf le dernier, et . pour le trou",
    )
    raise bad_option("tray", given, allowed)


def set_up_taquin(board: list[int], tray: str, turns: int) -> list[int]:
    cubes = tray.replace("/", "")
    state = [0] * taquin.TRAY + [int(code) if code != "." else 0 for code in cubes]
    state[taquin.HOLE] = cubes.index(".")
    state[TURNS] = turns
    pairs = enumerate(cubes)
    state[taquin.WRONG] = sum(code != "." and int(code) != board[CODES + cell] for cell, code in pairs)
    taquin.judge(board, state)
    return state


GAME = ZeroOneTwo()
