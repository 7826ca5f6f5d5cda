"""Frames that a client might send: right ones, almost right ones, and noise. `frames.py` says what is right."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
from hypothesis import strategies as st

from carreau.tables.table import Table
from carreau.web import frames

HUGE = 2**64
ODD_NUMBERS = st.sampled_from([-1, 2, 15, 16, 100_000, 100_001, 2**31, 2**63, HUGE, -HUGE, 10**400, 0.5, 1e308])
ODD_TEXTS = st.sampled_from(
    ["", " ", "\0", "\ud800", "é" * 30, "x" * 41, "x" * 101, "__proto__", "../..", "${x}", "\u202e"]
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | ODD_NUMBERS | ODD_TEXTS
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
DEEP = 2000
NOISE = st.sampled_from([
    "", "{", "null", "NaN", "[]", "{}", '"ping"', '{"t":null}', '{"t":"ping","t":"ping","x":0}', "\ufeff{}",
    "[" * DEEP, '{"x":' + "[" * DEEP + "]" * DEEP + ',"t":"ping"}', '{"t":' * DEEP, '{"x":' * DEEP + "1" + "}" * DEEP,
    '{"t":"hello","protocol":' + "9" * 5000 + ',"table":""}', '{"t":"say","id":"\\ud83d","seat":0,"phrase":"\\udc00"}',
    '{"t":"ping"' + " " * frames.LARGEST + "}", '{"t":"ping","x":"' + "é" * (frames.LARGEST - 200) + '"}',
])  # fmt: skip


def right_frames(table: Table, secret: str) -> st.SearchStrategy[dict[str, Any]]:
    """Every type of frame, with values that are mostly possible at that table now."""
    seat = table.seat if table.seat is not None else 0
    touches = [*table.state.touch_tree(seat)] if not table.is_over else []
    fields: dict[str, st.SearchStrategy[Any]] = {
        "id": st.uuids().map(str) | st.sampled_from(["again", "x" * 40]),
        "seat": st.sampled_from([seat, seat, *range(table.seats)]),
        "ply": st.just(table.ply) | st.integers(0, table.ply + 2),
        "move": st.sampled_from([*table.state.moves()[:12], "", "1", "a1", "claim a1 b2"]) | st.text(max_size=100),
        "path": st.just([])
        | st.lists(st.sampled_from([*touches[:20], "*", "a1", ""]) | st.text(max_size=60), max_size=12),
        "name": st.text(max_size=100) | st.just("Ben"),
        "secret": st.sampled_from(["", secret[:-1], secret[::-1]]) | st.text(max_size=100),
        "question": st.sampled_from(["takeback", "draw"]),
        "agrees": st.booleans(),
        "phrase": st.sampled_from(["hello", "thanks", "nonsense"]),
        "lang": st.sampled_from(["en", "fr"]),
        "protocol": st.just(frames.PROTOCOL),
        "table": st.sampled_from([table.id, "nowhere"]),
    }
    return st.one_of([
        st.fixed_dictionaries({
            "t": st.just(kind.__struct_config__.tag),
            **{field.name: fields[field.name] for field in msgspec.structs.fields(kind)},
        })
        for kind in get_args(frames.Asked)
    ])  # fmt: skip


def almost_right(right: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """With one thing missing, one too many, or one that is something else."""
    name = st.sampled_from(sorted(right))
    return st.one_of(
        name.map(lambda gone: {key: value for key, value in right.items() if key != gone}),
        st.tuples(st.text(max_size=5), ANYTHING).map(lambda more: {**right, more[0]: more[1]}),
        st.tuples(name, ANYTHING).map(lambda other: {**right, other[0]: other[1]}),
    )


def any_frames(table: Table, secret: str) -> st.SearchStrategy[str | bytes]:
    right = right_frames(table, secret)
    return st.one_of(
        right.map(json.dumps),
        right.map(json.dumps),
        right.flatmap(almost_right).map(json.dumps),
        ANYTHING.map(json.dumps),
        NOISE,
        st.text(max_size=200),
        st.binary(max_size=40),
        right.map(lambda frame: json.dumps(frame).encode()),
    )
