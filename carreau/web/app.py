"""The web application: interface, socket and page, with the habits of a careful house."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import carreau
from carreau.rules.errors import Error
from carreau.rules.language import Text, same
from carreau.web.api import router
from carreau.web.budget import Budgets
from carreau.web.house import House, open_house, wall_clock
from carreau.web.refusing import Refused, refusal_of, told
from carreau.web.rooms import Now
from carreau.web.sockets import is_own_origin, serve_socket

PAGE = Path(__file__).parent / "page"
LARGEST_BODY = 256 * 1024
PLAIN_WORDS = {
    400: Text("that cannot be read", "cela ne se lit pas"),
    404: Text("there is nothing here", "il n'y a rien ici"),
    405: Text("this is not asked here in that way", "cela ne se demande pas ainsi ici"),
}
MOST_CHANGES, IN_SECONDS = 300, 60.0  # unsafe requests of one address
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Application(FastAPI):
    def openapi(self) -> dict[str, Any]:
        """FastAPI promises its own answer, 422, to what is malformed; here that is a 400 like every other refusal."""
        described = super().openapi()
        for methods in described["paths"].values():
            for operation in methods.values():
                operation["responses"].pop("422", None)
        for name in ("HTTPValidationError", "ValidationError"):
            described["components"]["schemas"].pop(name, None)
        return described


def make_app(
    database: str, *, url: str = "", engines: int | None = None, now: Now = wall_clock, limit: int = MOST_CHANGES
) -> FastAPI:
    """`url` is where the world finds the server, if a proxy stands before it."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        async with open_house(database, engines=engines, now=now) as house:
            app.state.house = house
            app.state.is_behind_tls = url.startswith("https://")
            yield

    app = Application(
        title="Carreau", version=carreau.__version__, lifespan=life, docs_url=None, redoc_url=None,
        description="Five abstract board games: open tables, sit down, play, watch.",
    )  # fmt: skip
    app.include_router(router)
    budgets = Budgets(limit, IN_SECONDS)

    @app.middleware("http")
    async def guard(request: Request, proceed: Callable[[Request], Awaitable[Response]]) -> Response:
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            origin = request.headers.get("origin")
            if origin is not None and not is_own_origin(origin, request.headers.get("host", ""), url):
                return told(
                    request, Refused(403, "origin", Text("asked from another site", "demandé depuis un autre site"))
                )
            who = request.client.host if request.client else ""
            if not budgets.spend(who, now()):
                return told(
                    request, Refused(429, "flood", Text("too many requests at once", "trop de demandes à la fois"))
                )
        response = await proceed(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    @app.exception_handler(Error)
    async def refuse(request: Request, error: Error) -> JSONResponse:
        return told(request, refusal_of(error))

    @app.exception_handler(HTTPException)
    async def tell(request: Request, error: HTTPException) -> Response:
        if error.status_code == 404 and _is_for_people(request):
            return _page(404)
        if isinstance(error, Refused):
            return told(request, error)
        text = PLAIN_WORDS.get(error.status_code, same(str(error.detail)))
        allowed = _allowed(request) if error.status_code == 405 else set()
        headers = {"Allow": ", ".join(sorted(allowed))} if allowed else error.headers
        return told(request, Refused(error.status_code, "http", text, headers=headers))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        text = Text(f"{where}: {first['msg']}", f"{where} : la demande est mal formée ({first['type']})")
        return told(request, Refused(400, "malformed", text))

    @app.get("/healthz", include_in_schema=False)
    async def health(request: Request) -> PlainTextResponse:
        house: House = request.app.state.house
        await house.store.last_beat()  # the database answers
        return PlainTextResponse("ok\n")

    @app.get("/metrics", include_in_schema=False)
    async def metrics(request: Request) -> Response:
        house: House = request.app.state.house
        return Response(house.metrics.text(), media_type="text/plain; version=0.0.4")

    @app.get("/", include_in_schema=False)
    @app.get("/records", include_in_schema=False)
    @app.get("/records/read", include_in_schema=False)
    @app.get("/play/{game}", include_in_schema=False)
    @app.get("/table/{table}", include_in_schema=False)
    @app.get("/table/{table}/{ply:int}", include_in_schema=False)
    @app.get("/join/{table}", include_in_schema=False)
    async def page() -> Response:
        return _page()

    app.mount("/page", Files(directory=PAGE), name="page")
    app.add_middleware(GZipMiddleware, minimum_size=800)
    app.add_middleware(BodyLimit)
    app.add_middleware(Door, url=url)
    return app


def _page(status: int = 200) -> Response:
    return FileResponse(PAGE / "index.html", status, headers={"Cache-Control": "no-cache"})


def _is_for_people(request: Request) -> bool:
    """A browser that follows a link shows the page, which knows how to say that there is nothing."""
    wants_page = "text/html" in request.headers.get("accept", "")
    return wants_page and request.method in ("GET", "HEAD") and not request.url.path.startswith("/api/")


def _allowed(request: Request) -> set[str]:
    """The methods of a path; where routes share one, Starlette would name those of the first alone."""
    routes = [each for each in router.routes if isinstance(each, APIRoute)]
    return {method for each in routes if each.matches(request.scope)[0] != Match.NONE for method in each.methods or ()}


class Files(StaticFiles):
    """Looked at again at every visit, sent again only when they have changed."""

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(*arguments, **named)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _too_much(scope: Scope) -> Response:
    return told(HTTPConnection(scope), Refused(413, "too-large", Text("that is too much", "c'est trop")))


class Door:
    """Sockets pass by all that is done for requests, some of which would be done again for every frame."""

    def __init__(self, app: ASGIApp, url: str) -> None:
        self.app = app
        self.url = url

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == "/socket":
            await serve_socket(WebSocket(scope, receive, send), send, scope["app"].state.house, self.url)
        else:
            await self.app(scope, receive, send)


class BodyLimit:
    """Nobody needs to send more than a long record."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = dict(scope["headers"]).get(b"content-length")
        if length is None:  # sent in chunks, or nothing at all
            await self._gather(scope, receive, send)
        elif length.isdigit() and int(length) <= LARGEST_BODY:
            await self.app(scope, receive, send)
        else:
            await _too_much(scope)(scope, receive, send)

    async def _gather(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = b""
        message = await receive()
        while message["type"] == "http.request" and len(body) <= LARGEST_BODY:
            body += message.get("body", b"")
            if not message.get("more_body", False):
                break
            message = await receive()
        if len(body) > LARGEST_BODY:
            await _too_much(scope)(scope, receive, send)
            return
        gathered = iter([{**message, "body": body}])

        async def again() -> Message:
            return next(gathered, None) or await receive()

        await self.app(scope, again, send)
