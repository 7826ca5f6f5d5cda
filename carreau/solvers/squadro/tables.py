"""Solved layers on disk, and what they say of a position; read without the compiler.

A file holds the positions of one layer with Red to move, a byte each, in the order of their places; with Yellow to
move a position is worth what its moves lead to, so those need no room. The bytes are compressed in blocks, each with
its digest: a look at a position reads one block, and never believes a damaged one.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from carreau.games.squadro import GAME, KEY, LANES, set_up
from carreau.rules.binding import interpreted
from carreau.rules.kernel import OVER, SEAT
from carreau.solvers.sealed import MAGIC, Damaged, damaged, folder, remove_halves, write_sealed
from carreau.solvers.squadro.layers import LONG, PIECES, Layer, layer_of, rank_of, read_layer, size
from carreau.solvers.squadro.opening import opening_value

FORMAT = 1
BLOCK = 1 << 16  # positions
BLOCK_DIGEST = 8  # bytes
LENGTH = 4  # bytes of a number in the index
ENTRY = LENGTH + BLOCK_DIGEST
LONGEST_HEAD = 4096
KEPT_BLOCKS = 256
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 1, "lc": 4, "pb": 0, "dict_size": BLOCK}]  # twice as fast as without
LAYER_NAME = re.compile("[012]{5}-[012]{5}")
DRAW = 255  # the byte; others are plies, even for a loss and odd for a win; from LONG on, so many or more


class Worth(NamedTuple):
    """What a position is worth to the seat to move: "win", "loss" or "draw", and the plies to the end.

    These are None for a draw, which has no end, and for what takes too long to be told.
    """

    value: str
    distance: int | None

    @property
    def before(self) -> Worth:
        """What a move to this position is worth to who makes it."""
        turned = {"win": "loss", "loss": "win", "draw": "draw"}[self.value]
        return Worth(turned, None if self.distance is None else _told(self.distance + 1))

    @property
    def is_long(self) -> bool:
        return self.distance is None and self.value != "draw"

    @property
    def merit(self) -> tuple[int, int]:
        """Greater is better: quick wins, then draws, then slow losses."""
        plies = LONG if self.distance is None else self.distance
        return {"win": (2, -plies), "draw": (1, 0), "loss": (0, plies)}[self.value]


DRAWN = Worth("draw", None)
LOST = Worth("loss", 0)  # the other side has just won


def worth_of(byte: int) -> Worth:
    return DRAWN if byte == DRAW else Worth("win" if byte & 1 else "loss", _told(byte))


def _told(plies: int) -> int | None:
    return plies if plies < LONG else None


def compressed(values: memoryview | bytes) -> list[bytes]:
    """The values of a layer as the blocks of its file."""
    parts = (values[at : at + BLOCK] for at in range(0, len(values), BLOCK))
    return [lzma.compress(part, lzma.FORMAT_RAW, filters=FILTERS) for part in parts]


class LayerFile:
    """One layer as it lies on the disk. What it says of itself is checked before anything of it is believed."""

    def __init__(self, path: Path, layer: Layer) -> None:
        self.path = path
        with path.open("rb") as file:
            head = file.readline(LONGEST_HEAD)
            self.about = _about(path, head)
            positions = size(layer.grid)
            if self.about != {**self.about, **_identity(layer), "positions": positions}:
                raise damaged(path)
            blocks = -(-positions // BLOCK)
            index = file.read(ENTRY * blocks)
        if self.about != _sealed(self.about, index):
            raise damaged(path)
        entries = [index[at : at + ENTRY] for at in range(0, len(index), ENTRY)]
        self.digests = [entry[LENGTH:] for entry in entries]
        self.begins = [len(head) + len(index)]
        for entry in entries:
            self.begins.append(self.begins[-1] + int.from_bytes(entry[:LENGTH], "little"))

    def block(self, number: int) -> bytes:
        with self.path.open("rb") as file:
            return self._block(file, number)

    def blocks(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            for number in range(len(self.digests)):
                yield self._block(file, number)

    def _block(self, file: Any, number: int) -> bytes:
        begin, end = self.begins[number : number + 2]
        file.seek(begin)
        packed = file.read(end - begin)
        if _digest(packed, BLOCK_DIGEST) != self.digests[number]:
            raise damaged(self.path)
        return lzma.decompress(packed, lzma.FORMAT_RAW, filters=FILTERS)


class Tables:
    """All layers in a folder."""

    def __init__(self, place: Path | None = None, *, kept_blocks: int = KEPT_BLOCKS) -> None:
        self.folder = place or default_folder()
        self._file = lru_cache(1024)(self._opened)
        self._block = lru_cache(kept_blocks)(lambda layer, number: self._file(layer).block(number))

    def path(self, layer: Layer) -> Path:
        yellow, red = str(layer).split("-")
        return self.folder / yellow / f"{red}.layer"

    def solved(self) -> dict[Layer, dict[str, Any]]:
        """The layers whose files are there and whole as far as a glance can tell, with what these say of themselves."""
        names = (f"{path.parent.name}-{path.stem}" for path in self.folder.glob("*/*.layer"))
        layers = [read_layer(name) for name in names if LAYER_NAME.fullmatch(name)]
        found = {layer: self.about(layer) for layer in sorted(layers, key=lambda layer: layer.order)}
        return {layer: about for layer, about in found.items() if about is not None}

    def about(self, layer: Layer) -> dict[str, Any] | None:
        """What a layer's file says of itself; None if it is not there or not whole."""
        try:
            return self._file(layer).about
        except (OSError, Damaged):
            return None

    def values(self, layer: Layer) -> Iterator[bytes]:
        """The values of a whole layer, block by block; Damaged where one is."""
        with self._setting_aside(layer):
            yield from self._opened(layer).blocks()

    def write(self, layer: Layer, blocks: list[bytes], facts: Mapping[str, Any]) -> None:
        """Put a layer on the disk, whole or not at all."""
        index = b"".join(len(each).to_bytes(LENGTH, "little") + _digest(each, BLOCK_DIGEST) for each in blocks)
        about = {**facts, **_identity(layer), "positions": size(layer.grid)}
        write_sealed(self.path(layer), _sealed(about, index), [index, *blocks])
        self._forget()

    def clear_up(self) -> None:
        """Remove what was left half written by processes that are no more."""
        remove_halves(self.folder.glob("*/*.part"))

    @contextmanager
    def _setting_aside(self, layer: Layer) -> Iterator[None]:
        """A file that turns out to be damaged gets another name: it counts as missing, and is solved again."""
        try:
            yield
        except Damaged:
            path = self.path(layer)
            with suppress(OSError):
                path.replace(path.with_suffix(".damaged"))
            self._forget()
            raise

    def _forget(self) -> None:
        self._file.cache_clear()
        self._block.cache_clear()

    def worth(self, state: list[int]) -> Worth | None:
        """What a position is worth, its past left aside; None where neither a table nor the opening tells.

        Damaged where the table is.
        """
        if state[SEAT] == 0:
            return best_of([after for _, after in self.moves(state)])
        progress = progress_of(state)
        layer = layer_of(progress)
        with self._setting_aside(layer):
            try:
                self._file(layer)
            except OSError:
                known = opening_value(state[KEY])
                return None if known is None else worth_of(known)
            rank = rank_of(layer.grid, progress)
            return None if rank is None else worth_of(self._block(layer, rank // BLOCK)[rank % BLOCK])

    def moves(self, state: list[int]) -> list[tuple[int, Worth | None]]:
        """Every move, with what it is worth to the seat to move."""
        found = []
        for move in legal(state):
            after = list(state)
            interpreted(GAME.module, "step")(GAME.board({}), after, move)
            worth = LOST if after[SEAT] == OVER else self.worth(after)
            found.append((move, None if worth is None else worth.before))
        return found

    def _opened(self, layer: Layer) -> LayerFile:
        return LayerFile(self.path(layer), layer)


def default_folder() -> Path:
    """Where the tables lie: CARREAU_TABLES, or the user's folder for data."""
    place = os.environ.get("CARREAU_TABLES", "")
    return Path(place) / "squadro" if place else folder() / "squadro"


def best_of(moves: list[Worth | None]) -> Worth | None:
    """What a position is worth by its moves; None where not all are known."""
    known = [each for each in moves if each is not None]
    if len(known) < len(moves) or not known:
        return None
    return max(known, key=lambda each: each.merit)


def legal(state: list[int]) -> list[int]:
    out = [0] * LANES
    return out[: interpreted(GAME.module, "legal")(GAME.board({}), state, out)]


def fresh(state: list[int]) -> list[int]:
    """The position without its past."""
    return set_up(progress_of(state), state[SEAT])


def progress_of(state: list[int]) -> list[int]:
    return [state[KEY] >> 4 * piece & 15 for piece in range(PIECES)]


def _identity(layer: Layer) -> dict[str, Any]:
    return {"game": GAME.id, "rules": GAME.version, "format": FORMAT, "layer": str(layer), "block": BLOCK}


def _sealed(about: Mapping[str, Any], index: bytes) -> dict[str, Any]:
    """What a file says of itself, with a digest over that and its index."""
    facts = {key: value for key, value in about.items() if key != "digest"}
    return {**facts, "digest": _digest(json.dumps(facts, sort_keys=True).encode() + index, 32).hex()}


def _about(path: Path, head: bytes) -> dict[str, Any]:
    try:
        about = json.loads(head.removeprefix(MAGIC))
    except ValueError:
        raise damaged(path) from None
    if not head.startswith(MAGIC) or not isinstance(about, dict):
        raise damaged(path)
    return about


def _digest(data: bytes, size: int) -> bytes:
    return hashlib.blake2b(data, digest_size=size).digest()
