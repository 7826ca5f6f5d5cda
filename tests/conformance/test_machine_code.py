"""Compiled rules between processes: found again, never stale, never another game's, and not needed at all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

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
        [sys.executable, "-P", "-c", code, *games], capture_output=True, text=True, timeout=300, check=False,
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


def test_games_compiled_by_different_processes_live_together(tmp_path: Path) -> None:
    """Machine code that two processes made on their own must not be mixed up in a third."""
    for game in carreau.games():
        run(game, CARREAU_CACHE_DIR=str(tmp_path))
    run(*carreau.games(), CARREAU_CACHE_DIR=str(tmp_path))


def test_an_edited_rule_never_meets_old_machine_code(tmp_path: Path) -> None:
    package = tmp_path / "copy" / "carreau"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    cache = {"CARREAU_CACHE_DIR": str(tmp_path / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    before = run("squadro", package=package, **cache)
    rules = package / "games" / "squadro.py"
    edited = rules.read_text(encoding="utf-8").replace("SPEED_OUT = (3, 1, 2,", "SPEED_OUT = (1, 1, 1,")
    rules.write_text(edited, encoding="utf-8")
    assert run("squadro", package=package, **cache) != before


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
