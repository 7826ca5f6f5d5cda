"""Guests: a name and a cookie. What the cookie holds is known to its browser alone; we keep a digest of it."""

from __future__ import annotations

import secrets
from collections import OrderedDict

from starlette.requests import HTTPConnection

from carreau.store.store import Player, Store
from carreau.tables.orders import digest_of, name_of

COOKIE = "carreau"
SECRET_BYTES = 32
REMEMBERED = 10_000  # guests whose digest need not be looked up


def secret_in(connection: HTTPConnection) -> str | None:
    """A guest's secret, from the cookie or, for programs, from the header."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


class Guests:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Player] = OrderedDict()

    async def with_secret(self, secret: str | None) -> Player | None:
        """The guest whose cookie holds this, if any does."""
        if not secret or len(secret) > 100:
            return None
        digest = digest_of(secret)
        if digest not in self._known:
            player = await self._store.player_with(digest)
            if player is None:
                return None
            self._remember(digest, player)
        self._known.move_to_end(digest)
        return self._known[digest]

    async def welcome(self, name: str, *, now: int) -> tuple[Player, str]:
        """A new guest, and the secret to be put into the cookie."""
        player, secret = Player(secrets.token_urlsafe(12), name_of(name)), secrets.token_urlsafe(SECRET_BYTES)
        digest = digest_of(secret)
        await self._store.add_player(player, digest, now=now)
        self._remember(digest, player)
        return player, secret

    async def rename(self, secret: str, player: Player, name: str) -> Player:
        """At tables that are open already the old name stays."""
        renamed = Player(player.id, name_of(name))
        await self._store.rename_player(renamed)
        self._remember(digest_of(secret), renamed)
        return renamed

    def _remember(self, digest: str, player: Player) -> None:
        self._known[digest] = player
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
