"""A server of a module's own, and people who have told it their names."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from servers import Guest, Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server") / "games.db") as server:
        yield server
        assert server.stop() == 0


@pytest.fixture
def ana(server: Server) -> Iterator[Guest]:
    guest = Guest(server, "Ana")
    yield guest
    guest.close()


@pytest.fixture
def ben(server: Server) -> Iterator[Guest]:
    guest = Guest(server, "Ben")
    yield guest
    guest.close()
