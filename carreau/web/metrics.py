"""Numbers about the server for whoever looks after it, in the form that Prometheus reads."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from carreau.tables.entries import AnyEntry, Moved
from carreau.web.computers import Computers
from carreau.web.rooms import Room, Rooms

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("carreau_moves", "Moves stored.", registry=self.registry)
        self.denied = Counter("carreau_denied", "Orders that were refused.", ["code"], registry=self.registry)
        self.wrong = Counter("carreau_wrong_frames", "Frames that were not understood.", registry=self.registry)
        self.stored = Histogram(
            "carreau_order_seconds", "From an order's arrival until it is stored.", buckets=SECONDS,
            registry=self.registry,
        )  # fmt: skip
        self.sockets = Gauge("carreau_sockets", "Open sockets.", registry=self.registry)
        self._rooms = Gauge("carreau_rooms", "Tables in memory.", registry=self.registry)
        self._thinking = Gauge("carreau_computers", "Tables where a computer thinks.", registry=self.registry)

    def watch(self, rooms: Rooms, computers: Computers) -> None:
        self._rooms.set_function(lambda: len(rooms))
        self._thinking.set_function(lambda: computers.thinking)
        rooms.watchers.append(self._count)

    def _count(self, room: Room, entries: list[AnyEntry]) -> None:
        self.moves.inc(sum(isinstance(entry, Moved) for entry in entries))

    def text(self) -> bytes:
        return generate_latest(self.registry)
