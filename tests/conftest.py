"""What all tests share."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from every_mode import Mode, all_modes, named
from hypothesis import HealthCheck, settings

import carreau

# The same examples in every run: a failure on one machine is a failure on all.
settings.register_profile("carreau", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("carreau")

# A shell that runs the tests in the background has them ignore Ctrl-C, and all that they start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=all_modes(), ids=named)
def mode(request: pytest.FixtureRequest) -> Mode:
    found: Mode = request.param
    return found


@pytest.fixture(params=carreau.games().values(), ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> carreau.Game:
    found: carreau.Game = request.param
    return found


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with carreau.in_language("en"):
        yield
