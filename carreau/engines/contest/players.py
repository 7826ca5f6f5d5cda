"""Who plays a match: how a player is written, and what that means to an engine."""

from __future__ import annotations

import re
import shlex
import shutil
from dataclasses import dataclass, replace

from carreau.engines.analysis import LEVELS, Limits
from carreau.rules.errors import BadOption
from carreau.rules.language import Text, guillemets, shortened

METHODS = ("uct", "tree")  # besides the game's own: without knowledge, and with it but trees alone
_AMOUNT = re.compile(r"(?P<level>[0-9]+)|(?P<seconds>[0-9]*\.?[0-9]+)s|(?P<nodes>[0-9]+)n")
_EXTRAS = {"threads": range(1, 65), "memory": range(1, 1_000_001)}

EXAMPLES = Text(
    "a level (5), a time (0.3s), a budget of nodes (10000n), plain UCT (uct:0.3s, uct:1000n), trees alone (tree:0.3s), "
    "another program ('cmd:./prog args', 'cmd:./prog args@0.3s'); more after a comma: 8,threads=2,memory=512",
    "un niveau (5), un temps (0.3s), un budget de nœuds (10000n), UCT simple (uct:0.3s, uct:1000n), arbres seuls "
    "(tree:0.3s), un autre programme ('cmd:./prog args', 'cmd:./prog args@0.3s') ; le reste après une virgule : "
    "8,threads=2,memory=512",
)


@dataclass(frozen=True)
class Player:
    """A player as it was written, with the program to run (None: our own engine) and its limits."""

    text: str
    limits: Limits
    command: tuple[str, ...] | None = None

    @property
    def name(self) -> str:
        """For a record: a bare number would not say what it is."""
        return self.text if self.limits.level is None or self.command else f"level {self.text}"

    @property
    def attention(self) -> int:
        """The level at which it speaks up where players have to: full attention unless it plays at a level."""
        return self.limits.level or LEVELS[-1]


def read_player(text: str) -> Player:
    """The player that a text means; BadOption says what can be written."""
    if text.startswith("cmd:"):
        return _program(text)
    method, colon, amount = text.rpartition(":")
    limits = _limits(amount)
    if limits is None or (colon and (method not in METHODS or limits.level is not None)):
        raise _refused(text)
    return Player(text, replace(limits, method=method))


def _program(text: str) -> Player:
    """cmd:PROGRAM ARGS@LIMIT; an @ that no limit follows belongs to the program."""
    line, at, amount = text.removeprefix("cmd:").rpartition("@")
    limits = _limits(amount) if at else None
    if limits is None:
        line, limits = text.removeprefix("cmd:"), Limits()
    try:
        command = tuple(shlex.split(line))
    except ValueError as error:
        raise BadOption(Text(f"{shortened(text)}: {error}", f"{shortened(text)} : {error}")) from None
    if not command or shutil.which(command[0]) is None:
        name = shortened(command[0] if command else text)
        raise BadOption(Text(f"there is no program {name!r} to run", f"pas de programme {guillemets(name)} à lancer"))
    return Player(text, limits, command)


def _limits(text: str) -> Limits | None:
    """A level, a time or a budget, and what may follow it; None if it is neither."""
    amount, *extras = text.split(",")
    found = _AMOUNT.fullmatch(amount)
    if not found:
        return None
    limits = Limits()
    if found["level"]:
        if int(found["level"]) not in LEVELS:
            return None
        limits = replace(limits, level=int(found["level"]))
    elif found["seconds"]:
        if not 0 < float(found["seconds"]) <= 3600:
            return None
        limits = replace(limits, seconds=float(found["seconds"]))
    elif not 0 < int(found["nodes"]) < 10**15:
        return None
    else:
        limits = replace(limits, nodes=int(found["nodes"]))
    for extra in extras:
        name, _, value = extra.partition("=")
        if name not in _EXTRAS or not re.fullmatch("[0-9]{1,7}", value) or int(value) not in _EXTRAS[name]:
            return None
        threads, memory = (limits.threads, int(value)) if name == "memory" else (int(value), limits.memory)
        limits = replace(limits, threads=threads, memory=memory)
    return limits


def _refused(text: str) -> BadOption:
    shown = shortened(text)
    return BadOption(
        Text(f"{shown!r} is no player; write {EXAMPLES.en}", f"{guillemets(shown)} : on attend {EXAMPLES.fr}")
    )
