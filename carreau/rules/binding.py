"""Binds generic loops, such as those of `drivers.py`, to one game's kernel, interpreted or compiled by numba.

A numba function made by a closure or passed as an argument is never found again in the disk cache, so
both speeds come from the same plain functions, copied with other globals: `rules` is the game's kernel,
and compiled copies call compiled functions and read tables from arrays.
"""

from __future__ import annotations

import dis
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from types import CodeType, FunctionType, ModuleType
from typing import Any

from carreau.rules import bits, drivers, machine_code
from carreau.rules.kernel import borrowed

LINE, STACK = "int64[::1]", "int64[:,::1]"
DRIVERS = {
    "legal": f"int64({LINE}, {LINE}, {LINE})",
    "step": f"void({LINE}, {LINE}, int64)",
    "playouts": f"void({LINE}, {LINE}, {LINE}, {LINE}, int64, int64, int64, int64, {LINE})",
    "leaves": f"int64({LINE}, {STACK}, {STACK}, {LINE}, {LINE}, int64)",
}
INSTRUCTIONS = ("bit_count", "lowest_bit", "multiply")  # what `intrinsics.py` has for `bits.py`
_binding = threading.Lock()  # a loop half bound looks to another thread like one that calls itself
_compiling = threading.Lock()


def kernel(module: ModuleType) -> dict[str, FunctionType]:
    """The kernel of a game's module; what the module may leave out is supplied."""
    found = {name: getattr(module, name) for name in ("moves", "play")}
    found |= {name: getattr(module, name) for name in ("points", "count", "nth") if hasattr(module, name)}
    found.setdefault("points", drivers.half_points)
    found["choose"] = drivers.choose_by_number if "nth" in found else drivers.choose_from_list
    return found


class Program:
    """A game's kernel and the loops that run on it, at both speeds.

    Loops see the kernel as `rules`, and each further set of functions and numbers by its name in `more`.
    """

    def __init__(
        self,
        game: ModuleType,
        loops: ModuleType,
        signatures: Mapping[str, str],
        more: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> None:
        self.game = game
        self.loops = loops
        self.signatures = signatures
        self.names: dict[str, Mapping[str, Any]] = {"rules": kernel(game), **(more or {})}
        self._made: dict[tuple[bool, str], Callable[..., Any]] = {}

    def interpreted(self, loop: str) -> Callable[..., Any]:
        """A loop bound to the game, run by the interpreter."""
        made = self._made.get((False, loop))
        if made is None:
            with _binding:
                made = self._made[False, loop] = self._interpreter.bound(getattr(self.loops, loop))
        return made

    def compiled(self, loop: str) -> Callable[..., Any]:
        """A loop bound to the game as machine code: from the disk cache, or compiled now (a few seconds)."""
        with _compiling:
            if (True, loop) not in self._made:
                bound = self._compiler.copied(getattr(self.loops, loop))
                made = machine_code.compile_cached(bound, self.signatures[loop], folder=self.cache_name)
                self._made[True, loop] = made
            return self._made[True, loop]

    def is_compiled(self) -> bool:
        """Is the machine code of every loop in the disk cache, for these very rules?"""
        file = self.loops.__name__.rpartition(".")[2]
        return all(machine_code.is_cached(f"{file}.{name}_", folder=self.cache_name) for name in self.signatures)

    @cached_property
    def cache_name(self) -> str:
        """The folder in the cache, named by a digest of everything the machine code depends on.

        numba does not see an edit in another file than the function's own; a new name does.
        """
        functions: dict[FunctionType, None] = {}

        def collect(function: FunctionType) -> None:
            if function not in functions:
                functions[function] = None
                for _, value in referred(function):
                    if isinstance(value, FunctionType):
                        collect(value)

        members = [(f"{name}.{key}", value) for name, known in self.names.items() for key, value in known.items()]
        for value in [*(value for _, value in members), *(getattr(self.loops, name) for name in self.signatures)]:
            if isinstance(value, FunctionType):
                collect(value)
        how = [module.__file__ or "" for module in (sys.modules[__name__], machine_code, _intrinsics())]
        files = sorted({*how, *(function.__code__.co_filename for function in functions)})
        constants = sorted(
            f"{function.__qualname__}.{name}={value!r}"
            for function in functions
            for name, value in referred(function)
            if isinstance(value, int | tuple)
        )
        constants += sorted(f"{name}={value!r}" for name, value in members if isinstance(value, int))
        return f"{self.game.__name__.rpartition('.')[2]}-{machine_code.digest(files, constants)}"

    @cached_property
    def _interpreter(self) -> _Binder:
        return _Binder(self.names, "interpreted", lambda function: function, lambda table: table, {})

    @cached_property
    def _compiler(self) -> _Binder:
        """Makes numba functions of a kernel and all it calls; one for all loops, so that each is made once."""
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
        twins[borrowed] = _intrinsics().borrowed
        return _Binder(self.names, self.cache_name.replace("-", "_"), machine, array, twins)


@cache
def rules_program(module: ModuleType) -> Program:
    """A game's kernel with the loops of `drivers.py`."""
    return Program(module, drivers, DRIVERS)


def interpreted(module: ModuleType, driver: str) -> Callable[..., Any]:
    """A driver bound to a game, run by the interpreter."""
    return rules_program(module).interpreted(driver)


def compiled(module: ModuleType, driver: str) -> Callable[..., Any]:
    """A driver bound to a game as machine code."""
    return rules_program(module).compiled(driver)


def is_compiled(module: ModuleType) -> bool:
    """Is this game's machine code in the disk cache, for these very rules?"""
    return rules_program(module).is_compiled()


def cache_name(module: ModuleType) -> str:
    return rules_program(module).cache_name


def _intrinsics() -> ModuleType:
    from carreau.rules import intrinsics

    return intrinsics


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
        names: Mapping[str, Mapping[str, Any]],
        tag: str,
        finish: Callable[[FunctionType], Any],
        table: Callable[[tuple[int, ...]], Any],
        twins: dict[Any, Any],
    ) -> None:
        self.tag = tag
        self.finish = finish
        self.table = table
        self.made: dict[Any, Any] = dict(twins)
        self.names = {name: ModuleType(name) for name in names}
        # In order: `choose` and `points` may themselves call the kernel, and knowledge does.
        for name, members in names.items():
            for key, value in members.items():
                setattr(self.names[name], key, self.bound(value) if isinstance(value, FunctionType) else value)

    def bound(self, function: FunctionType) -> Any:
        if function not in self.made:
            self.made[function] = None
            self.made[function] = self.finish(self.copied(function))
        if self.made[function] is None:
            raise TypeError(f"{function.__qualname__} calls itself: a kernel cannot, compiled recursion is not cached")
        return self.made[function]

    def copied(self, function: FunctionType) -> FunctionType:
        names: dict[str, Any] = dict(self.names)
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
