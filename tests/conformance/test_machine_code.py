"""Compiled rules between processes: found again, never stale, never another game's, and not needed at all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import carreau

PACKAGE = Path(carreau.__file__).parent
PLAYOUTS = """
import sys, carreau
for name in sys.argv[1:]:
    game = carreau.game(name)
    state = game.start(**game.samples[0])
    compiled, interpreted = carreau.playouts(state, 30, seed=5), carreau.playouts(state, 30, seed=5, interpret=True)
    assert compiled == interpreted, name
    print(name, compiled.wins, compiled.plies)
"""


def run(*games: str, code: str = PLAYOUTS, package: Path = PACKAGE, **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name not in ("XDG_CACHE_HOME", "CARREAU_CACHE_DIR")}
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, *games], capture_output=True, text=True, timeout=900, check=False,
        env={**kept, "PYTHONPATH": str(package.parent), **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def files(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*.nb?")}


def test_a_new_process_finds_what_another_compiled(tmp_path: Path) -> None:
    cold = run("squadro", "united-square", CARREAU_CACHE_DIR=str(tmp_path))
    compiled = files(tmp_path)
    assert compiled
    assert run("squadro", "united-square", CARREAU_CACHE_DIR=str(tmp_path)) == cold
    assert files(tmp_path) == compiled


ALL_LOOPS = """
import carreau
from carreau.rules.binding import rules_program
program = rules_program(carreau.game("squadro").module)
print(program.is_compiled())
for loop in program.signatures:
    program.compiled(loop)
"""


def test_the_same_rules_in_another_place_find_it_too(tmp_path: Path) -> None:
    """A second clone, or one that was installed again: same text, another path, another age."""
    cache = {"CARREAU_CACHE_DIR": str(tmp_path / "cache")}
    assert run(code=ALL_LOOPS, **cache).strip() == "False"
    compiled = files(tmp_path / "cache")
    package = tmp_path / "copy" / "carreau"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for source in package.rglob("*.py"):
        os.utime(source, (1, 1))
    assert run(code=ALL_LOOPS, package=package, **cache).strip() == "True"
    assert files(tmp_path / "cache") == compiled


def test_games_compiled_by_different_processes_live_together(tmp_path: Path) -> None:
    """Machine code that two processes made on their own must not be mixed up in a third."""
    for game in carreau.games():
        run(game, CARREAU_CACHE_DIR=str(tmp_path))
    run(*carreau.games(), CARREAU_CACHE_DIR=str(tmp_path))


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("games/squadro.py", "SPEED_OUT = (3, 1, 2,", "SPEED_OUT = (1, 1, 1,"),
        ("rules/drivers.py", "MULTIPLIER = 63641", "MULTIPLIER = 53641"),
        ("rules/bits.py", "LOW_63_BITS = 0x7FFFFFFFFFFFFFFF", "LOW_63_BITS = 0x3FFFFFFFFFFFFFFF"),
        ("rules/intrinsics.py", "builder.mul(*arguments)", "builder.mul(arguments[1], arguments[1])"),
    ],
)
def test_an_edited_source_never_meets_old_machine_code(tmp_path: Path, file: str, old: str, new: str) -> None:
    package = tmp_path / "copy" / "carreau"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    cache = {"CARREAU_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    code = PLAYOUTS.replace("    assert compiled == interpreted, name\n", "")
    before = run("squadro", code=code, package=package, **cache)
    source = package / file
    text = source.read_text(encoding="utf-8")
    assert old in text
    source.write_text(text.replace(old, new), encoding="utf-8")
    assert run("squadro", code=code, package=package, **cache) != before


def test_an_unwritable_home_still_works(tmp_path: Path) -> None:
    nowhere = {"HOME": "/dev/null/nobody", "CARREAU_CACHE_DIR": "/dev/null/cache"}
    in_temporary = run("squadro", TMPDIR=str(tmp_path), **nowhere)
    assert files(tmp_path)
    for folder in tmp_path.iterdir():
        assert folder.stat().st_mode & 0o077 == 0
    shutil.rmtree(tmp_path)
    assert run("squadro", TMPDIR="/dev/null/tmp", **nowhere) == in_temporary


def test_a_cache_that_others_can_write_is_not_trusted(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    foreign.chmod(0o777)
    run("squadro", CARREAU_CACHE_DIR=str(foreign), HOME=str(tmp_path / "home"))
    assert not files(foreign)
    assert files(tmp_path / "home")


def test_warm_compiles_everything_once(tmp_path: Path) -> None:
    code = "from carreau.cli import main; raise SystemExit(main(['warm', '--lang', 'en']))"
    first = run(code=code, CARREAU_CACHE_DIR=str(tmp_path))
    assert [line for line in first.splitlines() if line.endswith(": compiling")] == [
        f"{game}: compiling" for game in carreau.games()
    ]
    compiled = files(tmp_path)
    second = run(code=code, CARREAU_CACHE_DIR=str(tmp_path))
    assert [line for line in second.splitlines() if line.endswith(": ready")] == [
        f"{game}: ready" for game in carreau.games()
    ]
    assert files(tmp_path) == compiled


def test_only_our_own_old_folders_are_removed(tmp_path: Path) -> None:
    """The cache may lie among other things; empty and relative names are no place for it."""
    names = ("family-photos", "squadro-0123456789abcdef", "unlur-0123456789abcdef")
    old, ours, fresh = (tmp_path / name for name in names)
    for folder in (old, ours, fresh):
        folder.mkdir()
    for folder in (old, ours):
        os.utime(folder, (0, 0))
    run("squadro", CARREAU_CACHE_DIR=str(tmp_path))
    assert (old.exists(), ours.exists(), fresh.exists()) == (True, False, True)
    home = tmp_path / "home"
    run("squadro", CARREAU_CACHE_DIR="", XDG_CACHE_HOME="", HOME=str(home))
    assert files(home)


def test_a_file_in_the_way_does_not_stop_play(tmp_path: Path) -> None:
    run("squadro", CARREAU_CACHE_DIR=str(tmp_path))
    (folder,) = (path for path in tmp_path.iterdir() if path.is_dir())
    shutil.rmtree(folder)
    folder.write_text("in the way", encoding="utf-8")
    run("squadro", CARREAU_CACHE_DIR=str(tmp_path))


BOUNDS = """
import carreau
for game in carreau.games().values():
    for options in game.samples:
        state = game.start(**options)
        carreau.playouts(state, 60, seed=1, limit=300)
        carreau.perft(state, 2, interpret=False)
"""


def test_compiled_rules_stay_inside_their_arrays(tmp_path: Path) -> None:
    """With bounds checked, playouts and perft of every mode run through: nothing is written beyond an array."""
    run(code=BOUNDS, CARREAU_CACHE_DIR=str(tmp_path), NUMBA_BOUNDSCHECK="1")
