"""Tells numba where machine code is kept: in the folder that is named by all it was made from.

Numba itself would keep a source's path and age in mind. Then the same rules in another place, or installed again,
were compiled again; and whoever had looked into the folder, and found machine code there, had promised too much.
"""

from __future__ import annotations

from types import FunctionType

from numba import config
from numba.core.caching import UserProvidedCacheLocator


class ByContent(UserProvidedCacheLocator):
    def __init__(self, function: FunctionType, file: str) -> None:
        super().__init__(function, file)
        self._cache_path = config.CACHE_DIR

    def get_source_stamp(self) -> str:
        return ""  # the folder's name says it
