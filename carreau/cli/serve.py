"""`carreau serve`: tables for people and computers, on the network."""

from __future__ import annotations

import argparse
import os
import sys
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from carreau.rules.errors import BadOption
from carreau.rules.language import Text, guillemets

DESCRIPTION = Text(
    "Runs the server. Without options it is for this machine alone, and keeps everything in one file.",
    "Lance le serveur. Sans option, il n'est que pour cette machine et garde tout dans un seul fichier.",
)
EPILOG = Text(
    "Examples: carreau serve · carreau serve --host 0.0.0.0 --port 80 · carreau serve --database "
    "postgresql://club@localhost/games --url https://games.example.org",
    "Exemples : carreau serve · carreau serve --host 0.0.0.0 --port 80 · carreau serve --database "
    "postgresql://club@localhost/games --url https://jeux.example.org",
)


def add_to(verbs: Any) -> None:
    help = Text("run the server", "lancer le serveur")
    verb = verbs.add_parser("serve", help=str(help), description=str(DESCRIPTION), epilog=str(EPILOG))
    verb.add_argument(
        "--host", default="127.0.0.1", metavar=str(Text("ADDRESS", "ADRESSE")),
        help=str(Text("where to listen; 0.0.0.0 lets others in", "où écouter ; 0.0.0.0 ouvre aux autres")),
    )  # fmt: skip
    verb.add_argument(
        "--port", type=_port, default=8012, metavar="N",
        help=str(Text("8012 unless told; 0 takes a free one", "8012 par défaut ; 0 en prend un libre")),
    )  # fmt: skip
    verb.add_argument(
        "--database", default="", metavar="URL",
        help=str(Text("sqlite:///file or postgresql://…; a file of your own unless told",
                      "sqlite:///fichier ou postgresql://… ; un fichier à vous par défaut")),
    )  # fmt: skip
    verb.add_argument(
        "--url", default="", metavar="URL",
        help=str(Text("the address that others use, if it is not this one",
                      "l'adresse que les autres utilisent, si ce n'est pas celle-ci")),
    )  # fmt: skip
    verb.add_argument(
        "--engines", type=_count(1000), default=None, metavar="N",
        help=str(Text("how many computers think at once; as many as cores unless told",
                      "combien d'ordinateurs pensent à la fois ; autant que de cœurs par défaut")),
    )  # fmt: skip
    verb.add_argument(
        "--requests", type=_count(10**9), default=300, metavar="N",
        help=str(Text("changes that one address may ask for in a minute, 300 unless told",
                      "changements qu'une adresse peut demander par minute, 300 par défaut")),
    )  # fmt: skip
    verb.add_argument(
        "--log", choices=("debug", "info", "warning", "error"), default="warning",
        help=str(Text("how much to tell, as JSON lines on standard error",
                      "ce qu'il faut dire, en lignes JSON sur la sortie d'erreur")),
    )  # fmt: skip
    verb.add_argument(
        "--open", action="store_true",
        help=str(Text("show it in the browser, where there is one", "l'ouvrir dans le navigateur, s'il y en a un")),
    )  # fmt: skip
    verb.set_defaults(run=_serve)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) < 65536):
        raise argparse.ArgumentTypeError(str(Text(f"{text!r} is no port", f"{guillemets(text)} n'est pas un port")))
    return int(text)


def _count(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= most):
            raise argparse.ArgumentTypeError(str(Text(f"{text!r}: 1 to {most}", f"{guillemets(text)} : de 1 à {most}")))
        return int(text)

    return read


def own_database() -> str:
    """A file in the user's directory for data, by the XDG rules."""
    data = os.environ.get("XDG_DATA_HOME", "")
    try:
        root = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    except RuntimeError:
        raise BadOption(
            Text("nobody's home: say --database", "pas de dossier personnel : précisez --database")
        ) from None
    folder = root / "carreau"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return f"sqlite:///{folder / 'games.db'}"


def has_screen() -> bool:
    """Could a browser show itself? Those that run inside the terminal would be in the way."""
    on_unix = sys.platform not in ("win32", "darwin")
    return not on_unix or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _serve(arguments: argparse.Namespace) -> None:
    from carreau.web.serving import keep_log, listen, serve

    keep_log(arguments.log)
    listening = listen(arguments.host, arguments.port)
    host, port = listening.getsockname()[:2]
    shown = arguments.url or f"http://{f'[{host}]' if ':' in host else host}:{port}/"

    def ready() -> None:
        print(Text(f"Carreau is ready: {shown}", f"Carreau est prêt : {shown}"), flush=True)
        if arguments.open and has_screen():
            webbrowser.open(shown)

    serve(
        arguments.database or own_database(), listening=listening, url=arguments.url, engines=arguments.engines,
        requests=arguments.requests, ready=ready,
    )  # fmt: skip
