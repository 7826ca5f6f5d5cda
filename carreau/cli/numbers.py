"""Whole numbers on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from carreau.rules.language import Text, guillemets


def whole(lowest: int, highest: int) -> Callable[[str], int]:
    """Reads a number between these; for argparse."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) < 12 and lowest <= int(text) <= highest):
            expected = Text(f"a whole number from {lowest} to {highest}", f"un nombre entier de {lowest} à {highest}")
            raise argparse.ArgumentTypeError(
                str(Text(f"{text!r} is not {expected.en}", f"{guillemets(text)} : {expected.fr}"))
            )
        return int(text)

    return read
