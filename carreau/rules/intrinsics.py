"""The machine instructions behind `bits.py`; imported only where numba is."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from carreau.rules.bits import LOW_63_BITS


@intrinsic
def bit_count(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def lowest_bit(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic
def multiply(typing_context: Any, a: Any, b: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        product = builder.mul(*arguments)  # without the flag that forbids overflow
        return builder.and_(product, ir.Constant(ir.IntType(64), LOW_63_BITS))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def borrowed(typing_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        view = cgutils.create_struct_proxy(array)(context, builder, value=arguments[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)  # nobody to count references for
        return view._getvalue()

    return array(array), generate
