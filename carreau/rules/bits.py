"""Sets of small numbers kept as the bits of one integer below 2**62.

Written for the interpreter; compiled, the counting functions and the product are single machine
instructions (`intrinsics.py`).
"""

LOW_63_BITS = 0x7FFFFFFFFFFFFFFF


def multiply(a: int, b: int) -> int:
    """The product modulo 2**63. (In compiled code a plain product must never overflow.)"""
    return a * b & LOW_63_BITS


def bit_count(word: int) -> int:
    """How many bits are set."""
    return word.bit_count()


def lowest_bit(word: int) -> int:
    """The number of the lowest set bit; the word is not 0."""
    return (word & -word).bit_length() - 1


def nth_bit(word: int, n: int) -> int:
    """The number of the set bit that has n set bits below it."""
    number = 0
    for half in (32, 16, 8, 4, 2, 1):
        below = bit_count(word & ((1 << half) - 1))
        if n >= below:
            n -= below
            word >>= half
            number += half
    return number
