"""How the HTTP interface says no: a status, a code for programs, and a sentence in the language of who asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from carreau.rules.errors import BadOption, Error
from carreau.rules.game import Game
from carreau.rules.language import LANGUAGES, Text, in_language, same, shortened
from carreau.store.writer import Overloaded
from carreau.tables import orders

STATUS = {"not-yours": 403, "not-seated": 403, "conflict": 409, "over": 409, "taken": 409, "waiting": 409}
YES_OR_NO = {True: Text("yes", "oui"), False: Text("no", "non")}


class Refused(HTTPException):
    """The text stays in both languages until it is known who is told."""

    def __init__(
        self, status: int, code: str, text: Text, *, option: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, code, headers)
        self.code = code
        self.text = text
        self.option = option


def refusal_of(error: Error) -> Refused:
    """How a refusal of the library is told over HTTP."""
    if isinstance(error, Overloaded):
        return Refused(503, "busy", error.text)
    if isinstance(error, orders.Denied):
        return Refused(STATUS.get(error.code, 400), error.code, error.text)
    return Refused(400, "bad", error.text)


@contextmanager
def options_for_people(game: Game) -> Iterator[None]:
    """An option is refused by the names that its chooser saw; the library's own sentence has those for programs."""
    try:
        yield
    except BadOption as error:
        option = next((each for each in game.options if each.name == error.option), None)
        if option is None or error.allowed is None:
            raise
        plain = YES_OR_NO.get(error.value) if isinstance(error.value, bool) else None
        value = plain or option.labels.get(error.value, same(shortened(error.value)))
        title, allowed = option.heading, error.allowed
        sentence = Error(Text(
            f"“{title.en}” cannot be “{value.en}” here; possible: {allowed.en}",
            f"« {title.fr} » ne peut pas être « {value.fr} » ici ; possible : {allowed.fr}",
        ))  # fmt: skip
        raise Refused(400, "bad", sentence.text, option=option.name) from error


def told(connection: HTTPConnection, refusal: Refused) -> JSONResponse:
    """A refusal in the language of who asked."""
    with in_language(language_of(connection)):
        said = {"code": refusal.code, "text": str(refusal.text)}
    if refusal.option:
        said["option"] = refusal.option
    return JSONResponse(said, refusal.status_code, refusal.headers)


def language_of(connection: HTTPConnection) -> str:
    """The one that the address asks for, or else the browser."""
    asked = connection.query_params.get("lang")
    return asked if asked in LANGUAGES else preferred(connection.headers.get("accept-language", ""))


def preferred(accepted: str) -> str:
    """Of the languages that a browser lists, the one of ours that it likes best; English if it names none."""
    best, most = "en", 0.0
    for each in accepted.split(","):
        name, _, weight = each.strip().partition(";")
        code = name.strip().partition("-")[0].lower()
        if code in LANGUAGES and _weight(weight) > most:
            best, most = code, _weight(weight)
    return best


def _weight(text: str) -> float:
    name, _, value = text.partition("=")
    try:
        return float(value) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
