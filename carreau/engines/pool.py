"""A few engines for many games: fair between clients, true to each client's engine, unmoved by crashes."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import partial

from carreau.engines.analysis import Analysis, Limits
from carreau.engines.process import Engine, Search, seen_by
from carreau.rules.errors import EngineFailed
from carreau.rules.state import State, View
from carreau.solvers.cores import cores

REMEMBERED_CLIENTS = 1000
ATTEMPTS = 2
PONDERING = Limits(seconds=60.0, threads=2)  # as many threads as level 8 has, whose trees these will be

_log = logging.getLogger(__name__)


class Request(Future[Analysis]):
    """A question to a pool: a future whose result is the last analysis.

    `cancel` works at any time and at once. `asyncio.wrap_future(request)` makes it awaitable.
    """

    def __init__(
        self,
        pool: Pool,
        view: View,
        limits: Limits,
        *,
        client: Hashable,
        watch: Callable[[Analysis], None] | None = None,
        deadline: float | None = None,
        is_pondering: bool = False,
    ) -> None:
        super().__init__()
        self.view = view  # nothing that the thinking seat may not know ever comes here
        self.limits = limits
        self.client = client
        self.is_pondering = is_pondering
        self.latest: Analysis | None = None  # what has been found so far
        self._pool = pool
        self._watch = watch
        self._deadline = deadline
        self._search: Search | None = None
        self._is_stopped = False
        self._is_given_up = False
        self._news = threading.Condition()
        self.add_done_callback(lambda _: self._notify())

    def cancel(self) -> bool:
        """Give the question up, whether it waits or is being thought about; False if it has been answered."""
        # The future stays pending until it is answered, so that it can be cancelled even while an engine thinks.
        with self._news:
            was_given_up, self._is_given_up = self._is_given_up, True
        if was_given_up:
            return self.cancelled() or not self.done()
        if not super().cancel():
            return False
        self.set_running_or_notify_cancel()
        self._pool._drop(self)
        return True

    def stop(self) -> None:
        """Think no longer: the result is what has been found so far."""
        with self._news:
            self._is_stopped = True
            if self._search is not None:
                self._search.stop()

    def snapshots(self) -> Iterator[Analysis]:
        """What is found, as it is found, the result last; closing the iterator cancels the request.

        Who looks rarely misses the analyses in between, never the newest.
        """
        shown: Analysis | None = None
        try:
            while not self.done():
                with self._news:
                    self._news.wait_for(partial(self._has_more_than, shown))
                if not self.done():
                    shown = self.latest
                    assert shown is not None
                    yield shown
            last = self.result()
            if last is not shown:
                yield last
        finally:
            self.cancel()

    def _has_more_than(self, shown: Analysis | None) -> bool:
        return self.done() or self.latest is not shown

    def _think(self, engine: Engine, deadline: float | None) -> Analysis | None:
        """Ask the engine, in the thread that belongs to it; None if nobody wants the answer any more."""
        search = engine.ask(self.view, self.limits, deadline=deadline, thinker=self.view.viewer)
        with self._news:
            self._search = search
            if self._is_stopped:
                search.stop()
        if self.cancelled():  # just before there was a search to be cancelled
            return None
        for analysis in search:
            self.latest = analysis
            self._notify()
            self._tell(analysis)
        return self.latest

    def _conclude(self, answer: Analysis | Exception | None) -> None:
        with suppress(InvalidStateError):  # cancelled this very moment
            if isinstance(answer, Exception):
                self.set_exception(answer)
            elif answer is not None:
                self.set_result(answer)

    def _tell(self, analysis: Analysis) -> None:
        if self._watch is not None and not self.done():
            try:
                self._watch(analysis)
            except Exception:  # a watcher's fault is not the engine's, and not the other clients'
                _log.exception("watching an analysis failed")
                self._watch = None

    def _notify(self) -> None:
        with self._news:
            self._news.notify_all()

    def _abandon(self) -> None:
        with self._news:
            if self._search is not None:
                self._search.cancel()


class _Worker:
    """An engine, and the thread that talks to it."""

    def __init__(self, command: Sequence[str] | None) -> None:
        self.engine = Engine(command)
        self.thread: threading.Thread | None = None
        self.current: Request | None = None  # what it is thinking about
        self.next: Request | None = None  # what it will think about, as soon as it has left the current one
        self.last_used = 0.0

    @property
    def can_take_more(self) -> bool:
        return self.next is None and (self.current is None or self.current.is_pondering)


class Pool:
    """Engines, as many as there are cores, started when they are needed.

    Clients (a game, a person: any key) are served in turn, however many requests each has. A client's next request
    goes to the engine that served it last, whose trees know the position, unless that one is busy and another is
    not. When an engine fails the failure is reported, and the request is tried once more; then it fails too.
    """

    def __init__(
        self,
        size: int | None = None,
        *,
        command: Sequence[str] | None = None,
        report: Callable[[EngineFailed], None] | None = None,
    ) -> None:
        self.size = size or cores()
        self._report = report or (lambda failure: _log.warning("%s", failure))
        self._workers = [_Worker(command) for _ in range(self.size)]
        self._waiting: OrderedDict[Hashable, deque[Request]] = OrderedDict()  # the client to be served next is first
        self._pondering: OrderedDict[Hashable, Request] = OrderedDict()  # wanted or under way, one a client
        self._displaced: list[Request] = []  # pondering that is over, to be cancelled
        self._served: OrderedDict[Hashable, _Worker] = OrderedDict()  # who served a client last
        self._changed = threading.Condition(threading.RLock())
        self._is_closed = False
        self._owner = os.getpid()

    def submit(
        self,
        state: State,
        limits: Limits,
        *,
        client: Hashable = "",
        thinker: int | None = None,
        watch: Callable[[Analysis], None] | None = None,
        deadline: float | None = None,
    ) -> Request:
        """Have a position thought about with no more than a seat may know, the one to move unless told.

        `watch` is called with every analysis, in another thread. The deadline counts in seconds from when an engine
        takes the request, a second attempt included.
        """
        request = Request(self, seen_by(thinker, state), limits, client=client, watch=watch, deadline=deadline)
        with self._changed:
            self._check_open()
            self._end_pondering(client)
            self._waiting.setdefault(client, deque()).append(request)
            self._assign()
        self._cancel_displaced()
        return request

    def ponder(
        self,
        state: State,
        seat: int,
        *,
        client: Hashable = "",
        limits: Limits | None = None,
        watch: Callable[[Analysis], None] | None = None,
    ) -> Request:
        """Let a seat think while another one is to move, on an engine that would otherwise be idle.

        Only the seat's own view is used. What is found stays in the engine's trees for the client's next request,
        which ends the pondering, as does any request that needs the engine, or `cancel`. One position a client.
        """
        limits = limits or PONDERING
        request = Request(self, seen_by(seat, state), limits, client=client, watch=watch, is_pondering=True)
        with self._changed:
            self._check_open()
            self._end_pondering(client)
            self._pondering[client] = request
            self._assign()
        self._cancel_displaced()
        return request

    def close(self) -> None:
        """Cancel everything and end all engines; nothing is left running."""
        if os.getpid() != self._owner:
            return
        with self._changed:
            self._is_closed = True
            requests = [request for queue in self._waiting.values() for request in queue]
            requests += self._pondering.values()
            for worker in self._workers:
                requests += [request for request in (worker.current, worker.next) if request is not None]
            self._changed.notify_all()
        for request in requests:
            request.cancel()
        threads = [worker.thread for worker in self._workers if worker.thread is not None]
        for worker in self._workers:
            if worker.current is not None:
                worker.engine.kill()  # what it is doing interests nobody any more
        for thread in threads:
            if thread is not threading.current_thread():
                thread.join()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pids(self) -> list[int]:
        """The processes that are running now."""
        return [pid for worker in self._workers if (pid := worker.engine.pid) is not None]

    def _check_open(self) -> None:
        if self._is_closed:
            raise RuntimeError("the pool is closed")
        if os.getpid() != self._owner:
            raise RuntimeError("the pool belongs to the process that was forked; make another")

    # Who thinks about what. The lock is held.

    def _assign(self) -> None:
        """Give waiting requests to engines, one of each client in turn; then let idle engines ponder."""
        while self._waiting:
            client, queue = next(iter(self._waiting.items()))
            worker = self._worker_for(client)
            if worker is None:
                break
            request = queue.popleft()
            if queue:
                self._waiting.move_to_end(client)
            else:
                del self._waiting[client]
            self._give(worker, request)
        for client, request in self._pondering.items():
            worker = self._served.get(client) or self._worker_for(client)
            if not self._is_assigned(request) and worker and worker.current is None and worker.next is None:
                self._give(worker, request)

    def _worker_for(self, client: Hashable) -> _Worker | None:
        """The client's own if it can; else an idle one, the longest unused first; else one that only ponders."""
        free = [worker for worker in self._workers if worker.can_take_more]
        own = self._served.get(client)
        if own in free:
            return own
        return min(free, key=lambda worker: (worker.current is not None, worker.last_used), default=None)

    def _give(self, worker: _Worker, request: Request) -> None:
        worker.next = request
        current = worker.current
        if current is not None and self._pondering.get(current.client) is current:  # else its end is near anyway
            self._end_pondering(current.client)
        self._served[request.client] = worker
        self._served.move_to_end(request.client)
        if len(self._served) > REMEMBERED_CLIENTS:
            self._served.popitem(last=False)
        if worker.thread is None:
            worker.thread = threading.Thread(target=self._serve, args=[worker], daemon=True)
            worker.thread.start()
        self._changed.notify_all()

    def _is_assigned(self, request: Request) -> bool:
        return any(request in (worker.current, worker.next) for worker in self._workers)

    def _end_pondering(self, client: Hashable) -> None:
        request = self._pondering.pop(client, None)
        if request is not None:
            self._displaced.append(request)

    def _drop(self, request: Request) -> None:
        """A request has been cancelled."""
        with self._changed:
            queue = self._waiting.get(request.client)
            if queue is not None and request in queue:
                queue.remove(request)
                if not queue:
                    del self._waiting[request.client]
            if self._pondering.get(request.client) is request:
                del self._pondering[request.client]
            for worker in self._workers:
                if worker.next is request:
                    worker.next = None
            if not self._is_closed:
                self._assign()
        request._abandon()
        self._cancel_displaced()

    def _cancel_displaced(self) -> None:
        """End the pondering that has had to make way; without the lock, since others may be called back."""
        while True:
            with self._changed:
                if not self._displaced:
                    return
                request = self._displaced.pop()
            request.cancel()

    # In an engine's thread.

    def _serve(self, worker: _Worker) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: worker.next is not None or self._is_closed)
                if self._is_closed:
                    break
                request, worker.current, worker.next = worker.next, worker.next, None
            assert request is not None
            answer = self._answer(worker.engine, request)
            with self._changed:
                worker.current = None
                worker.last_used = time.monotonic()
                if self._pondering.get(request.client) is request:
                    del self._pondering[request.client]
                self._assign()
            request._conclude(answer)  # only now: who hears it and asks again finds the engine free
            self._cancel_displaced()
        worker.engine.close()

    def _answer(self, engine: Engine, request: Request) -> Analysis | Exception | None:
        """What to tell who asked; None if nobody wants to know any more."""
        until = None if request._deadline is None else time.monotonic() + request._deadline
        last: EngineFailed | None = None
        for _ in range(ATTEMPTS):
            left = None if until is None else until - time.monotonic()
            try:
                return request._think(engine, left)
            except EngineFailed as failure:
                if request.done():
                    return None
                self._tell_of(failure)
                last = failure
                if until is not None and time.monotonic() >= until:
                    break
            except Exception as error:  # a fault of ours must not take the engine's thread away from the other clients
                return error
        return last

    def _tell_of(self, failure: EngineFailed) -> None:
        try:
            self._report(failure)
        except Exception:
            _log.exception("reporting a failure failed: %s", failure)
