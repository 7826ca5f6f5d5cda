"""Imports go one way, importing Carreau is light, and the package has no second copy of the rules."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import carreau

PACKAGE = Path(carreau.__file__).parent
ORDER = ("rules", "games", "draw", "solvers", "engines", "tables", "store", "web", "cli")


def imported_layers(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = []
        assert not (isinstance(node, ast.ImportFrom) and node.level), f"{file} imports by a relative path"
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        found |= {name.split(".")[1] for name in names if name.startswith("carreau.")} & set(ORDER)
    return found


def test_imports_go_one_way() -> None:
    for file in PACKAGE.glob("*/**/*.py"):
        layer = file.relative_to(PACKAGE).parts[0]
        later = ORDER[ORDER.index(layer) + 1 :]
        assert not imported_layers(file) & set(later), f"{file} imports from a later layer"


def test_importing_carreau_does_not_load_the_compiler() -> None:
    """The web process referees with the interpreter; numba and numpy cost 0.4 s and 100 MB."""
    code = "import sys, carreau; carreau.games(); print('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_the_web_process_never_loads_the_compiler() -> None:
    """It could not even wait for a compile; and numba costs 100 MB."""
    code = "import sys; from carreau.web.serving import serve; print('numba' in sys.modules, 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_source_files_stay_readable() -> None:
    long = [str(file) for file in PACKAGE.rglob("*.py") if len(file.read_text(encoding="utf-8").splitlines()) > 520]
    assert not long
