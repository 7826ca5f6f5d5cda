"""Squadro's tables on disk: resumed, never believed when damaged, and right by the referee's word."""

from __future__ import annotations

import errno
import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import carreau
from carreau.cli import main
from carreau.solvers.sealed import Damaged
from carreau.solvers.solving import OutOfReach, answer_of
from carreau.solvers.squadro import tables as tables_module
from carreau.solvers.squadro.building import Built, Shelf, build, check_all, missing_of
from carreau.solvers.squadro.checking import by_moves, check, random_position
from carreau.solvers.squadro.layers import Layer, read_layer, size
from carreau.solvers.squadro.probing import certain, line
from carreau.solvers.squadro.tables import Tables, compressed, fresh

GAME = carreau.game("squadro")
WANTED = read_layer("22001-22211")
UNSOLVED = "3.1.2.1.0/3.0.4.3.3 0"  # nor is it in the opening
MEMORY = 2000


def built(tables: Tables, **limits: Any) -> Built:
    return answer_of(build(tables, all_wanted(), jobs=2, memory=MEMORY, **limits))


@cache
def all_wanted() -> list[Layer]:
    """The layer and all that it leans on."""
    return [*missing_of(Tables(Path("nowhere")), [WANTED])]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of a few small layers."""
    folder = tmp_path_factory.mktemp("tables")
    assert built(Tables(folder / "squadro")).is_whole
    return folder


@pytest.fixture
def tables(made: Path, tmp_path: Path) -> Tables:
    """The same tables, for a test to spoil."""
    shutil.copytree(made, tmp_path / "own")
    return Tables(tmp_path / "own" / "squadro")


def layers_of(tables: Tables) -> list[Layer]:
    return [read_layer("-".join((path.parent.name, path.stem))) for path in sorted(tables.folder.glob("*/*.layer"))]


def values_of(tables: Tables) -> dict[Layer, bytes]:
    return {layer: b"".join(tables.values(layer)) for layer in layers_of(tables)}


def positions(tables: Tables, number: int) -> list[carreau.State]:
    random = Random(number)
    return [random_position(layer, random) for layer in random.choices(layers_of(tables), k=number)]


def test_layers_read_last_are_at_hand_in_the_room_there_is(tables: Tables) -> None:
    expected = values_of(tables)
    layers = [*expected]
    room = sum(map(len, expected.values())) // 2
    shelf = Shelf(tables, room)
    for layer in layers * 2:
        assert shelf.values(layer).tobytes() == expected[layer]
        assert shelf.held <= room
    assert shelf.held > 0
    tables.path(layers[-1]).unlink()
    assert shelf.values(layers[-1]).tobytes() == expected[layers[-1]]  # not read again
    small = Shelf(tables, -1)
    assert small.values(layers[0]).tobytes() == expected[layers[0]]
    assert small.held == 0


def test_tables_agree_with_the_referee(tables: Tables) -> None:
    checked = answer_of(check(tables, layers_of(tables), 200, seed=1))
    assert checked.positions == 200
    assert checked.searched > 20
    assert checked.wrong == ()


@pytest.mark.parametrize("other", [255, 1, 40, 41])
def test_the_check_finds_a_wrong_table(tables: Tables, other: int) -> None:
    """Whether wins, losses or draws were written instead of what is right."""
    tables.write(WANTED, compressed(bytes([other]) * size(WANTED.grid)), {})
    assert len(answer_of(check(tables, [WANTED], 40, seed=1)).wrong) > 10


def test_tables_lie_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("CARREAU_TABLES", raising=False)
    assert Tables().folder == tmp_path / "carreau" / "squadro"
    monkeypatch.setenv("CARREAU_TABLES", str(tmp_path / "other"))
    assert Tables().folder == tmp_path / "other" / "squadro"


def test_every_position_can_be_checked(tables: Tables) -> None:
    assert answer_of(check_all(tables)) == (sum(2 * size(layer.grid) for layer in all_wanted()), 0, ())
    values = bytearray(b"".join(tables.values(WANTED)))
    values[777] += 2  # one position a move slower
    tables.write(WANTED, compressed(values), {})
    assert answer_of(check_all(tables)).wrong == (str(WANTED),)


def test_a_layer_in_the_middle_of_the_work_is_all_that_is_lost(tmp_path: Path, tables: Tables) -> None:
    fresh_tables = Tables(tmp_path / "new")
    total = len(missing_of(fresh_tables, [WANTED]))
    working = build(fresh_tables, [WANTED], jobs=1, memory=MEMORY)
    while not layers_of(fresh_tables):
        next(working)
    working.close()
    before = len(layers_of(fresh_tables))
    assert 0 < before < total
    some = built(fresh_tables, most=2)
    assert (some.layers, some.is_whole) == (2, False)
    rest = built(fresh_tables)
    assert rest.layers == total - before - 2
    assert rest.is_whole
    assert built(fresh_tables) == (0, 0, True)
    assert values_of(fresh_tables) == values_of(tables)


BUILDER = """
import sys
from pathlib import Path
from carreau.solvers.squadro.building import build
from carreau.solvers.squadro.layers import read_layer
from carreau.solvers.squadro.tables import Tables
for progress in build(Tables(Path(sys.argv[1])), [read_layer(sys.argv[2])], jobs=2, memory=2000):
    print(progress.share, flush=True)
"""


def test_kill_9_loses_only_what_was_being_solved(tmp_path: Path, tables: Tables) -> None:
    folder = tmp_path / "killed"
    command = [sys.executable, "-c", BUILDER, folder, str(WANTED)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        while float(process.stdout.readline()) < 0.2:
            pass
        process.send_signal(signal.SIGKILL)
    (folder / "22222").mkdir()
    half = folder / "22222" / f"22222.layer.{process.pid}.part"
    half.write_bytes(b"half a layer")
    killed = Tables(folder)
    assert layers_of(killed)
    assert built(killed).is_whole
    assert not half.exists()
    assert values_of(killed) == values_of(tables)


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_file_is_refused_and_solved_again(tables: Tables, seed: int) -> None:
    """Any byte changed, or the end cut off: never another value, and after the next build the same tables."""
    random = Random(seed)
    right = values_of(tables)
    asked = positions(tables, 30)
    expected = [tables.worth(fresh(state.raw_state)) for state in asked]
    path = tables.path(random.choice(layers_of(tables)))
    whole = path.read_bytes()
    at = random.choice([random.randrange(len(whole)), random.randrange(120), len(whole) // 2])
    path.write_bytes(whole[:at] if seed % 3 == 0 else whole[:at] + bytes([whole[at] ^ 1 << seed % 8]) + whole[at + 1 :])
    spoilt = Tables(tables.folder)
    for state, worth in zip(asked, expected, strict=True):
        try:
            assert spoilt.worth(fresh(state.raw_state)) in (worth, None)
        except Damaged:
            continue
    for layer in right:
        try:
            assert b"".join(spoilt.values(layer)) == right[layer]
        except (Damaged, FileNotFoundError):
            continue
    assert built(spoilt).is_whole
    assert values_of(spoilt) == right


def test_damage_found_while_solving_is_repaired_first(tables: Tables) -> None:
    below = next(iter(WANTED.next_layers()))
    right = values_of(tables)
    whole = tables.path(below).read_bytes()
    tables.path(below).write_bytes(whole[:-50] + bytes([whole[-50] ^ 1]) + whole[-49:])
    tables.path(WANTED).unlink()
    again = Tables(tables.folder)
    assert built(again) == (2, 2 * (size(below.grid) + size(WANTED.grid)), True)
    assert values_of(again) == right


def test_a_full_disk_stops_the_work_and_spoils_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = tables_module.write_sealed

    def full(file: Path, about: Mapping[str, Any], body: Any) -> None:
        if len(list(tmp_path.glob("squadro/*/*.layer"))) >= 3:
            raise OSError(errno.ENOSPC, "No space left on device", str(file))
        write(file, about, body)

    monkeypatch.setattr(tables_module, "write_sealed", full)
    tables = Tables(tmp_path / "squadro")
    with pytest.raises(OSError, match="No space left"):
        built(tables)
    assert 3 <= len(layers_of(tables)) < len(all_wanted())
    monkeypatch.undo()
    assert built(tables).is_whole


def test_too_little_memory_is_said_before_it_is_used(tmp_path: Path) -> None:
    with pytest.raises(OutOfReach, match=r"needs \d+ MB of memory: --memory \d+"):
        answer_of(build(Tables(tmp_path), [WANTED], jobs=2, memory=64))
    assert main(["solve", "squadro", "--folder", str(tmp_path), "--memory", "64"]) == 2


# What the tables say of a position


def asked(made: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["solve", "squadro", "--folder", str(made), *words])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_probing_tells_value_moves_and_line(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = asked(made, capsys, "--probe", "12.12.12.3.9/12.12.12.6.6 1", "--json")
    assert code == 0
    facts = json.loads(out)
    state = GAME.position("12.12.12.3.9/12.12.12.6.6 1")
    assert (facts["value"], facts["distance"]) == by_moves(Tables(made / "squadro"), state)
    assert {move["move"] for move in facts["moves"]} == set(state.moves())
    for move in facts["line"]:
        state = state.play(move)
    assert len(facts["line"]) == facts["distance"]
    assert state.outcome is not None
    assert state.outcome.winners == ((1,) if facts["value"] == "win" else (0,))


@pytest.mark.parametrize(
    ("position", "complaint"),
    [
        (UNSOLVED, "layer 00000-00000 is not solved yet"),
        ("12.12.12.3.9/12.12.12.6.7 0", "no game from the start comes to this position"),
        ("12.12.12.12.9/12.12.12.6.6 1", "the game is over"),
        ("12.12/3 0", "position"),
    ],
)
def test_what_is_in_no_table_is_said(
    made: Path, capsys: pytest.CaptureFixture[str], position: str, complaint: str
) -> None:
    code, out, err = asked(made, capsys, "--probe", position)
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_the_status_counts_and_extrapolates(made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = asked(made, capsys, "--status", "--json")
    facts = json.loads(out)
    layers = layers_of(Tables(made / "squadro"))
    assert facts["layers"] == len(layers)
    assert facts["positions"] == sum(2 * size(layer.grid) for layer in layers)
    assert facts["positions"] + facts["left"]["positions"] == 55_935_348_446
    assert [worth["value"] for worth in facts["start"]] == ["win", "loss"]  # by the opening


def test_the_line_keeps_what_was_promised(made: Path) -> None:
    tables = Tables(made / "squadro")
    for state in positions(tables, 20):
        worth = tables.worth(fresh(state.raw_state))
        assert worth is not None
        assert len(line(tables, state.raw_state, 100)) == worth.distance


def test_a_past_that_could_end_in_a_draw_is_taken_into_account(made: Path) -> None:
    """The winning way leads over a position met twice before: the tables are not sure of it any more."""
    tables = Tables(made / "squadro")
    state, move, nearer = next(found for each in positions(tables, 500) if (found := repeated(tables, each)))
    assert certain(tables, state.raw_state)[move].value == "win"
    after = "@".join(str(state.play(str(move + 1))).split()[:2])
    here = f"{str(state).split()[0]}@{after[-1]}"
    past = ",".join([nearer, here, nearer, after])
    assert move not in certain(tables, GAME.position(f"{state} {past}").raw_state)


def repeated(tables: Tables, state: carreau.State) -> tuple[carreau.State, int, str] | None:
    """A won position, its best move, and the position two plies later on the way, if that is in the same layer."""
    moves = line(tables, state.raw_state, 2)
    worth = tables.worth(fresh(state.raw_state))
    if worth is None or worth.value != "win" or len(moves) < 2:
        return None
    after = state.play(str(moves[0] + 1)).play(str(moves[1] + 1))
    if len(str(after).split()) < 3:  # its past was forgotten: a leg has ended
        return None
    return state, moves[0], "@".join(str(after).split()[:2])
