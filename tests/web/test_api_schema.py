"""The HTTP interface is what `/openapi.json` says: schemathesis makes requests from it, good and bad ones.

Every answer has a documented status, kind and shape; nothing makes the server fail; what the schema forbids is refused,
also without a name; a path answers the methods that it lists. What is tried is the same in every run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import httpx
import pytest
import schemathesis
from hypothesis import settings
from schemathesis.config import PositiveDataAcceptanceConfig
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode
from schemathesis.generation.meta import TestPhase
from servers import PATIENCE, Guest, Server, running

import carreau
from carreau.web.app import make_app

EXAMPLES = 20  # random requests to each operation, besides the systematic ones
GAMES = [*carreau.games()]
DESCRIBED = make_app("sqlite://").openapi()


api = schemathesis.openapi.from_dict(DESCRIBED)
api.config.generation.with_security_parameters = False  # the requests bring a token of their own
# What has the right shape may be refused by the rules of a game, with 400: no schema could say which moves are legal.
api.config.checks.positive_data_acceptance = PositiveDataAcceptanceConfig(
    expected_statuses=["2xx", "400", "401", "403", "404", "409"]
)
api.config.checks.negative_data_rejection.expected_statuses = ["4xx"]  # 413, too long, is one too
# Off: whoever has a table's address may watch it. What watchers may not do is in test_security.py, what they may not
# see in test_server.py.
api.config.checks.object_level_authorization.enabled = False


@dataclass(frozen=True)
class Site:
    """A server with a guest who has tables in all conditions."""

    server: Server
    ana: Guest
    tables: list[str]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running(tmp_path_factory.mktemp("server") / "games.db", "--requests", "1000000") as server:
        ana = Guest(server, "Ana")
        opened = [
            ana.open("squadro", "me", "here", options={"first": 0}),
            ana.open("united-square", "me", "friend", "here", "friend", options={"mode": "teams"}),
            ana.open("unlur", "me", "here", clock={"kind": "live", "seconds": 3600, "increment": 5}),
            ana.open("squaryd", "me", "here", options={"claims": "called"}),
            ana.open("012x012", "me", options={"mode": "taquin"}),
            ana.open("squadro", "me", 1),
        ]
        tables = [table for table, _ in opened]
        assert ana.http.post(f"/api/tables/{tables[-1]}/resignation", json={"seat": 0}).status_code == 200
        yield Site(server, ana, tables)
        ana.close()
        assert server.stop() == 0


@api.parametrize()
@settings(max_examples=EXAMPLES)
def test_every_answer_is_as_described(case: schemathesis.Case, site: Site) -> None:
    """What is right in every way is tried twice: for things that are not there, and for things that are."""
    assert case.meta is not None
    is_random, is_right = (
        case.meta.phase.name is TestPhase.FUZZING,
        case.meta.generation.mode is GenerationMode.POSITIVE,
    )
    if is_random or not is_right:
        go_where_something_is(case, site)
    if is_random and is_right:
        ask_for_what_can_be(case, site)
    case.call_and_validate(base_url=site.server.url, headers={"Authorization": f"Bearer {site.ana.token}"})


def go_where_something_is(case: schemathesis.Case, site: Site) -> None:
    """A table or a game of the server in the place of one that was made up, which says which one."""
    assert case.meta is not None
    found = case.meta.components.get(ParameterLocation.PATH)
    if found is None or found.mode is not GenerationMode.POSITIVE:
        return
    for name, there in (("table", site.tables), ("game", GAMES)):
        if name in case.path_parameters:
            case.path_parameters[name] = one_of(there, case.path_parameters[name])


def ask_for_what_can_be(case: schemathesis.Case, site: Site) -> None:
    """A game that there is, with as many seats as it has; a legal move."""
    body = case.body
    if isinstance(body, dict) and "game" in body:
        state = carreau.game(one_of(GAMES, body["game"])).start()
        body["game"] = state.game.id
        body["seats"] = (state.seats * body["seats"])[: state.seats]
        for option in ("options", "position", "record"):
            body.pop(option, None)
    if isinstance(body, dict) and "ply" in body:
        there = site.ana.state(case.path_parameters["table"])
        legal = there["legal"] or [body["move"]]
        body.update(seat=there["seat"] or 0, ply=there["ply"], move=one_of(legal, body["move"]))


def one_of(things: list[str], made_up: Any) -> str:
    return things[crc32(str(made_up).encode()) % len(things)]


def test_the_server_describes_itself_so(site: Site) -> None:
    """What these tests read is what the server tells everybody."""
    assert httpx.get(f"{site.server.url}/openapi.json").json() == DESCRIBED


SEATS = '"seats":[{"kind":"me"},{"kind":"here"}]'


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("guests", b"\xff\xfe"),
        ("guests", b"[" * 100_000),
        ("guests", b'{"name":' * 20_000),
        ("guests", b'{"name":' + b"9" * 5000 + b"}"),
        ("guests", b'{"name":"\\ud800"}'),
        ("guests", b'{"\\ud800":1}'),
        ("tables", f'{{"game":"squadro",{SEATS},"options":{{"\\ud800":[]}}}}'.encode()),
        ("tables", f'{{"game":"squadro",{SEATS},"options":{{"self":1}}}}'.encode()),
        ("tables", f'{{"game":"squadro",{SEATS},"options":{{"first":{"9" * 4000}}}}}'.encode()),
        ("tables", f'{{"game":"squadro",{SEATS},"clock":{{"kind":"live","seconds":1e400}}}}'.encode()),
    ],
    ids=lambda value: str(value)[:30],
)
def test_bodies_that_no_schema_thinks_of_are_refused_too(site: Site, path: str, body: bytes) -> None:
    """Not UTF-8, nested too deep, halves of characters, numbers without end, names that Python itself uses."""
    headers = {"Authorization": f"Bearer {site.ana.token}", "Content-Type": "application/json"}
    answer = httpx.post(f"{site.server.url}/api/{path}", content=body, headers=headers, timeout=PATIENCE)
    assert answer.status_code == 400
    assert set(answer.json()) - {"option"} == {"code", "text"}


def test_a_body_that_does_not_say_its_length_is_measured(site: Site) -> None:
    """What comes in chunks is taken if it is short, and refused like any other that is too long."""
    for name, status in (("Ben", 201), ("B" * 300_000, 413)):
        chunks = iter([b'{"name":"', name.encode(), b'"}'])
        answer = httpx.post(f"{site.server.url}/api/guests", content=chunks, timeout=PATIENCE,
                            headers={"Content-Type": "application/json"})  # fmt: skip
        assert answer.status_code == status, answer.text
