"""Where compiled rules are kept between processes.

In the user's cache directory; where that cannot be written, in a private directory under the system's
temporary one; where not even that works, nothing is kept and every process compiles for itself.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import FunctionType
from typing import Any

UNUSED_DAYS = 30
LOCATOR = "carreau.rules.cache_locator.ByContent"
OUR_FOLDER = re.compile(r"\w+-[0-9a-f]{16}")  # as `binding.cache_name` makes it


def digest(files: list[str], constants: list[str]) -> str:
    """A short name for source files, the constants baked in, the compiler's versions and the processor."""
    total = hashlib.sha256()
    for text in (platform.python_version(), version("numba"), version("llvmlite"), processor(), *constants):
        total.update(text.encode() + b"\0")
    for name in files:
        path = Path(name)
        total.update(path.read_bytes() if path.is_file() else name.encode())
    return total.hexdigest()[:16]


@cache
def processor() -> str:
    """What machine code is made for."""
    from llvmlite import binding

    return f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"


def compile_cached(function: FunctionType, signature: str, *, folder: str) -> Callable[..., Any]:
    """The function as machine code, from the cache if it is there, stored if it was not."""
    import numba

    options = {"nogil": True, "error_model": "numpy"}
    home = cache_home()
    before = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES
    compiled: Callable[..., Any]
    try:
        if home is None:
            raise OSError
        path = home / folder
        if not path.exists():
            _forget_unused(home)
        path.mkdir(parents=True, exist_ok=True)
        os.utime(path)
        # Both are read where the function is made, and only there.
        numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES = str(path), LOCATOR
        compiled = numba.njit(signature, cache=True, **options)(function)
    except (OSError, RuntimeError):  # nowhere to write, a full disk, a function without a file of its own
        compiled = numba.njit(signature, **options)(function)
    finally:
        numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES = before
    return compiled


def is_cached(function: str, *, folder: str) -> bool:
    home = cache_home()
    return home is not None and any((home / folder).glob(f"{function}*.nbc"))


@cache
def cache_home() -> Path | None:
    """The directory that holds compiled rules, or None where none can be written."""
    user = os.getuid() if hasattr(os, "getuid") else "cache"
    places: tuple[Callable[[], Path], ...] = (
        lambda: Path(os.environ["CARREAU_CACHE_DIR"]),
        lambda: Path(os.environ["XDG_CACHE_HOME"]) / "carreau",
        lambda: Path.home() / ".cache" / "carreau",
        lambda: Path(tempfile.gettempdir()) / f"carreau-{user}",
    )
    for wanted in places:
        try:
            path = wanted()
        except (KeyError, RuntimeError, OSError):  # not set; nobody's home; no temporary directory
            continue
        if path.is_absolute() and _is_ours(path):
            return path
    return None


def _is_ours(path: Path) -> bool:
    """Can it be written by us and by nobody else? Machine code is loaded from it."""
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=path):
            pass
        facts = path.lstat()  # a link may have been laid by somebody else
    except OSError:
        return False
    foreign = hasattr(os, "getuid") and facts.st_uid != os.getuid()
    shared = facts.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(facts.st_mode) and not foreign and not shared


def _forget_unused(home: Path) -> None:
    """Remove the machine code of rules that nobody has run for a month."""
    oldest = time.time() - UNUSED_DAYS * 86400
    for path in home.iterdir():
        if OUR_FOLDER.fullmatch(path.name) and path.is_dir() and path.stat().st_mtime < oldest:
            shutil.rmtree(path, ignore_errors=True)
