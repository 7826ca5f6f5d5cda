"""Moves as things that a person touches: the tree that a page walks, so that it needs no rules.

A path is what is touched, in order: `("hand 0 BGRY", "c4")`. The tree of all paths says what may be touched next.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Path: TypeAlias = tuple[str, ...]
Tree: TypeAlias = dict[str, "Tree | str"]  # what may be touched, and what then; at the end the move's text

ANY_CELL = "*"
UNNAMED = ""  # at the end of a path that is not told what it means


def tree_of(paths: Iterable[tuple[Path, str]]) -> Tree:
    """The tree of paths, each with what stands at its end."""
    tree: Tree = {}
    for path, end in paths:
        node = tree
        last = path[-1]
        for step in path[:-1]:
            below = node.setdefault(step, {})
            assert isinstance(below, dict), f"{path}: another path ends on the way"
            node = below
        assert last not in node, f"{path}: another path goes the same way"
        node[last] = end
    return tree


def walk(tree: Tree, path: Path, cells: Iterable[str]) -> str | None:
    """What stands at the end of a path; None if the tree has no such path."""
    node: Tree | str = tree
    for step in path:
        if isinstance(node, str):
            return None
        below = node.get(step)
        if below is None and step in cells:
            below = node.get(ANY_CELL)
        if below is None:
            return None
        node = below
    return node if isinstance(node, str) else None
