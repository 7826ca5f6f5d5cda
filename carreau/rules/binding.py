"""Binds the generic loops of `drivers.py` to one game's kernel, interpreted or compiled by numba.

A numba function made by a closure or passed as an argument is never found again in the disk cache, so
both speeds come from the same plain functions, copied with other globals: `rules` is the game's kernel,
and compiled copies call compiled functions and read tables from arrays.
"""

from __future__ import annotations

import dis
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from carreau.rules import bits, drivers, machine_code

LINE, STACK = "int64[::1]", "int64[:,::1]"
DRIVERS = {
    "legal": f"int64({LINE}, {LINE}, {LINE})",
    "step": f"void({LINE}, {LINE}, int64)",
    "playouts": f"void({LINE}, {LINE}, {LINE}, {LINE}, int64, int64, int64, int64, {LINE})",
    "leaves": f"int64({LINE}, {STACK}, {STACK}, {LINE}, {LINE}, int64)",
}
INSTRUCTIONS = ("bit_count", "lowest_bit", "multiply")  # what `intrinsics.py` has for `bits.py`
_compiling = threading.Lock()


def kernel(module: ModuleType) -> dict[str, FunctionType]:
    """The kernel of a game's module; what the module may leave out is supplied."""
    found = {name: getattr(module, name) for name in ("moves", "play")}
    found |= {name: getattr(module, name) for name in ("points", "count", "nth") if hasattr(module, name)}
    found.setdefault("points", drivers.half_points)
    found["choose"] = drivers.choose_by_number if "nth" in found else drivers.choose_from_list
    return found


@cache
def interpreted(module: ModuleType, driver: str) -> Callable[..., Any]:
    """A driver bound to a game, run by the interpreter."""
    return _Binder(module, "interpreted", lambda function: function, lambda table: table, {}).driver(driver)


def compiled(module: ModuleType, driver: str) -> Callable[..., Any]:
    """A driver bound to a game as machine code: from the disk cache, or compiled now (a few seconds)."""
    with _compiling:
        return _compiled(module, driver)


@cache
def _compiled(module: ModuleType, driver: str) -> Callable[..., Any]:
    bound = _compiler(module).copied(getattr(drivers, driver))
    return machine_code.compile_cached(bound, DRIVERS[driver], folder=cache_name(module))


@cache
def _compiler(module: ModuleType) -> _Binder:
    """Makes numba functions of a kernel and all it calls; one for all drivers, so that each is made once."""
    import numba
    import numpy

    def machine(function: FunctionType) -> Any:
        # Inlined as a rule, because a call counts references to the arrays it is given.
        inline = not hasattr(function, "rarely")
        options = {"nogil": True, "error_model": "numpy", "forceinline": inline}
        return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function)

    def array(table: tuple[int, ...]) -> Any:
        return numpy.array(table, dtype=numpy.int64)

    twins = {getattr(bits, name): getattr(_intrinsics(), name) for name in INSTRUCTIONS}
    return _Binder(module, cache_name(module).replace("-", "_"), machine, array, twins)


def _intrinsics() -> ModuleType:
    from carreau.rules import intrinsics

    return intrinsics


def is_compiled(module: ModuleType) -> bool:
    """Is this game's machine code in the disk cache, for these very rules?"""
    return all(machine_code.is_cached(f"drivers.{name}_", folder=cache_name(module)) for name in DRIVERS)


@cache
def cache_name(module: ModuleType) -> str:
    """The game's folder in the cache, named by a digest of everything its machine code depends on.

    numba does not see an edit in another file than the function's own; a new name does.
    """
    functions: dict[FunctionType, None] = {}

    def collect(function: FunctionType) -> None:
        if function not in functions:
            functions[function] = None
            for _, value in referred(function):
                if isinstance(value, FunctionType):
                    collect(value)

    for function in [*kernel(module).values(), *(getattr(drivers, name) for name in DRIVERS)]:
        collect(function)
    how = [module.__file__ or "" for module in (sys.modules[__name__], machine_code, _intrinsics())]
    files = sorted({*how, *(function.__code__.co_filename for function in functions)})
    constants = sorted(
        f"{function.__qualname__}.{name}={value!r}"
        for function in functions
        for name, value in referred(function)
        if isinstance(value, int | tuple)
    )
    return f"{module.__name__.rpartition('.')[2]}-{machine_code.digest(files, constants)}"


def referred(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """The globals that a function's code reads."""
    codes = [function.__code__]
    for code in codes:
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
        for instruction in dis.get_instructions(code):
            if instruction.opname == "LOAD_GLOBAL" and instruction.argval in function.__globals__:
                yield instruction.argval, function.__globals__[instruction.argval]


class _Binder:
    """Copies functions, and all they call, into namespaces where `rules` is one game's kernel."""

    def __init__(
        self,
        module: ModuleType,
        tag: str,
        finish: Callable[[FunctionType], Any],
        table: Callable[[tuple[int, ...]], Any],
        twins: dict[Any, Any],
    ) -> None:
        self.tag = tag
        self.finish = finish
        self.table = table
        self.made: dict[Any, Any] = dict(twins)
        self.rules = ModuleType("rules")
        # `choose` and `points` may themselves call the kernel: they come after what they need.
        for name, function in kernel(module).items():
            setattr(self.rules, name, self.bound(function))

    def driver(self, name: str) -> Callable[..., Any]:
        bound: Callable[..., Any] = self.bound(getattr(drivers, name))
        return bound

    def bound(self, function: FunctionType) -> Any:
        if function not in self.made:
            self.made[function] = None
            self.made[function] = self.finish(self.copied(function))
        if self.made[function] is None:
            raise TypeError(f"{function.__qualname__} calls itself: a kernel cannot, compiled recursion is not cached")
        return self.made[function]

    def copied(self, function: FunctionType) -> FunctionType:
        names: dict[str, Any] = {"rules": self.rules}
        for name, value in referred(function):
            if isinstance(value, FunctionType):
                names[name] = self.bound(value)
            elif isinstance(value, tuple):
                names[name] = self.table(value)
        copy = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
        copy.__module__ = function.__module__
        copy.__dict__.update(function.__dict__)
        # A name of its own: two games' machine code for one function must never be taken for each other.
        copy.__qualname__ = f"{function.__qualname__}_{self.tag}"
        return copy
