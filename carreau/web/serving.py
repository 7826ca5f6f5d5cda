"""Running the server: its port, its log, its end."""

from __future__ import annotations

import json
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from carreau.rules.errors import BadOption
from carreau.rules.language import Text
from carreau.store.database import open_database
from carreau.web.app import MOST_CHANGES, make_app
from carreau.web.frames import LARGEST

GRACE_SECONDS = 10  # for requests that are being answered when the server is asked to go
STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "color_message"}


class OneLine(logging.Formatter):
    """Log records as JSON, one a line, with whatever else they were given."""

    def format(self, record: logging.LogRecord) -> str:
        facts = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "where": record.name,
            "text": record.getMessage(),
            **{name: str(value) for name, value in vars(record).items() if name not in STANDARD},
        }
        if record.exc_info:
            facts["trace"] = self.formatException(record.exc_info)
        return json.dumps(facts, ensure_ascii=False)


def keep_log(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    if level == "debug":  # at which uvicorn writes out headers and frames: cookies and invitations
        logging.getLogger("uvicorn.error").setLevel(logging.INFO)


def listen(host: str, port: int) -> socket.socket:
    """A socket that clients can already connect to; port 0 lets the system choose."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # The protocol is named so that asyncio sends small frames at once, and does not wait for more (TCP_NODELAY).
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        why = error.strerror or error
        raise BadOption(
            Text(f"cannot listen on {host}:{port}: {why}", f"impossible d'écouter sur {host}:{port} : {why}")
        ) from error
    return listening


class Server(uvicorn.Server):
    """Says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(
    database: str,
    *,
    listening: socket.socket,
    url: str = "",
    engines: int | None = None,
    requests: int = MOST_CHANGES,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Until Ctrl-C or SIGTERM; what was promised is stored before it returns."""
    open_database(database).dispose()  # what is wrong with it is better said here than by a server that cannot start
    config = uvicorn.Config(
        make_app(database, url=url, engines=engines, limit=requests), log_config=None, access_log=False, lifespan="on",
        ws="websockets-sansio", ws_max_size=2 * LARGEST, ws_per_message_deflate=False, ws_ping_interval=20,
        ws_ping_timeout=60, timeout_graceful_shutdown=GRACE_SECONDS, server_header=False, proxy_headers=bool(url),
    )  # fmt: skip
    server = Server(config, ready)
    # The server handles both while it runs, and hands them on when it has closed: then there is nothing left to do.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    with suppress(KeyboardInterrupt):
        server.run([listening])
    if not server.started:
        raise BadOption(Text("the server could not start, see the log above",
                             "le serveur n'a pas pu démarrer, voir le journal ci-dessus"))  # fmt: skip
