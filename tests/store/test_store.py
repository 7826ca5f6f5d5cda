"""The store on a real SQLite file, and on a real PostgreSQL where there is one: what it says is stored, is."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, event, text
from sqlalchemy.exc import OperationalError

from carreau.store.database import MIGRATIONS, DatabaseFailed, open_database
from carreau.store.schema import metadata
from carreau.store.store import Conflict, Player, Store
from carreau.store.writer import Writer
from carreau.tables import orders
from carreau.tables.entries import Pace
from carreau.tables.opening import Wish, open_table
from carreau.tables.table import Table

ANA, BEN = "ana-id", "ben-id"


def new_table(id: str = "t1", *, friend: bool = False, pace: str = "free") -> tuple[Table, dict[int, str]]:
    wishes = [Wish("me"), Wish("friend") if friend else Wish("here", "Ben")]
    time = Pace() if pace == "free" else Pace("live", 60)
    invited = open_table("squadro", wishes, player=ANA, name="Ana", now=1000, pace=time, options={"first": 0})
    return Table(id, invited.opened), dict(invited.secrets)


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.db'}"


def with_store(address: str, work: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        store = Store(open_database(address))
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(run())


def take_step(connection: Connection, down_to: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.downgrade(config, down_to)
    connection.commit()


async def play(store: Store, table: Table, move: str) -> Table:
    assert table.seat is not None
    entries = orders.move(table, table.seat, move, ply=table.ply, now=table.at + 1000)
    after = table.after(entries)
    await store.append(after, entries)
    return after


def test_a_table_comes_back_as_it_was(address: str) -> None:
    async def first(store: Store) -> None:
        table, _ = new_table()
        await store.open(table)
        for move in ("1", "2", "3", "4"):
            table = await play(store, table, move)

    async def second(store: Store) -> None:
        table = await store.load("t1")
        assert table is not None
        assert table.state.history == ("1", "2", "3", "4")
        assert table.version == 5
        assert await store.load("t2") is None
        assert [each.id for each in await store.tables_of(ANA)] == ["t1"]

    with_store(address, first)
    with_store(address, second)


def test_two_writers_of_one_table_cannot_both_be_right(address: str) -> None:
    """The second finds that the log has grown; nothing of it is stored."""

    async def work(store: Store) -> None:
        table, _ = new_table()
        await store.open(table)
        await play(store, table, "1")
        with pytest.raises(Conflict):
            await play(store, table, "2")
        stored = await store.load("t1")
        assert stored is not None
        assert stored.state.history == ("1",)

    with_store(address, work)


def test_one_failure_does_not_take_its_neighbours_along(address: str) -> None:
    """Writes that happen to be committed together stand or fall alone."""

    async def work(store: Store) -> None:
        made = [new_table(f"t{n}")[0] for n in range(20)]
        await asyncio.gather(*(store.open(table) for table in made))
        results = await asyncio.gather(
            *(play(store, table, "1") for table in made),
            play(store, made[7], "2"),
            store.open(made[3]),
            return_exceptions=True,
        )
        failed = [at for at, result in enumerate(results) if isinstance(result, Exception)]
        assert failed == [20, 21]
        for table in made:
            stored = await store.load(table.id)
            assert stored is not None
            assert stored.state.history == ("1",)

    with_store(address, work)


def test_people_find_their_tables_again(address: str) -> None:
    async def work(store: Store) -> None:
        table, secrets = new_table("t1", friend=True)
        await store.open(table)
        assert await store.tables_of(BEN) == []
        (mine,) = await store.tables_of(ANA)
        assert (mine.id, mine.game, mine.is_over, mine.is_your_turn) == ("t1", "squadro", False, False)
        assert (mine.names, mine.levels) == (("Ana", ""), (0, 0))
        entries = orders.sit(table, BEN, "Ben", secrets[1], now=2000)
        table = table.after(entries)
        await store.append(table, entries)
        assert [(each.id, each.is_your_turn) for each in await store.tables_of(ANA)] == [("t1", True)]
        assert [(each.id, each.is_your_turn) for each in await store.tables_of(BEN)] == [("t1", False)]
        await play(store, table, "1")
        assert [(each.names, each.is_your_turn) for each in await store.tables_of(BEN)] == [(("Ana", "Ben"), True)]

    with_store(address, work)


def test_running_clocks_are_known_after_a_restart(address: str) -> None:
    async def work(store: Store) -> None:
        timed, _ = new_table("timed", pace="live")
        await store.open(timed)
        await store.open(new_table("free")[0])
        assert await store.falling() == ["timed"]
        ended = orders.resign(timed, 0, now=2000)
        await store.append(timed.after(ended), ended)
        assert await store.falling() == []

    with_store(address, work)


def test_players_and_the_heartbeat(address: str) -> None:
    async def work(store: Store) -> None:
        assert await store.player_with("digest") is None
        await store.add_player(Player(ANA, "Ana"), "digest", now=1)
        assert await store.player_with("digest") == Player(ANA, "Ana")
        await store.rename_player(Player(ANA, "Anna"))
        assert await store.player_with("digest") == Player(ANA, "Anna")
        assert await store.last_beat() is None
        for now in (5, 9):
            await store.beat(now)
        assert await store.last_beat() == 9

    with_store(address, work)


def test_closing_writes_what_waits(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'games.db'}")
    writer = Writer(engine)
    row = text("insert into players values (:id, 'x', :id, 0)")

    async def work() -> None:
        futures = [writer.submit(lambda c, id=str(n): c.execute(row, {"id": id}) and None) for n in range(500)]
        writer.close()
        await asyncio.gather(*futures)

    asyncio.run(work())
    with engine.connect() as connection:
        assert connection.scalar(text("select count(*) from players")) == 500


def test_what_is_committed_is_on_the_disk(tmp_path: Path) -> None:
    engine = open_database(f"sqlite:///{tmp_path / 'games.db'}")
    with engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1


def test_the_steps_lead_to_the_schema(tmp_path: Path) -> None:
    """Nobody changes the schema and forgets the step that changes a club's database."""
    engine = open_database(f"sqlite:///{tmp_path / 'games.db'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_database_of_the_first_version_learns_who_sits_where(tmp_path: Path) -> None:
    """What a later step adds to a club's database is found in the logs that it has kept."""
    address = f"sqlite:///{tmp_path / 'games.db'}"

    async def open_tables(store: Store) -> None:
        table, secrets = new_table("t1", friend=True)
        await store.open(table)
        entries = orders.sit(table, BEN, "Ben", secrets[1], now=2000)
        await store.append(table.after(entries), entries)
        alone = open_table("squadro", [Wish("me"), Wish("computer", level=4)], player=ANA, name="Ana", now=1)
        await store.open(Table("t2", alone.opened))

    with_store(address, open_tables)
    engine = open_database(address)
    with engine.connect() as connection:
        take_step(connection, "0001")
    engine.dispose()

    async def look(store: Store) -> None:
        found = {each.id: (each.names, each.levels) for each in await store.tables_of(ANA)}
        assert found == {"t1": (("Ana", "Ben"), (0, 0)), "t2": (("Ana", ""), (0, 4))}

    with_store(address, look)


def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'games.db'}"
    engine = open_database(address)
    with engine.begin() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    with pytest.raises(DatabaseFailed, match="later version"):
        open_database(address)


@pytest.mark.parametrize(
    "address", ["nonsense", "sqlite:////nowhere/at/all/x.db", "klingon://x", "postgresql://me:pass@127.0.0.1:1/x"]
)
def test_a_database_that_cannot_be_opened_says_so_in_a_line(address: str) -> None:
    with pytest.raises(DatabaseFailed) as caught:
        open_database(address)
    assert "\n" not in str(caught.value)
    assert "me:pass" not in str(caught.value)


def test_a_file_that_is_no_database_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "photo.db"
    file.write_bytes(b"holiday pictures " * 1000)
    with pytest.raises(DatabaseFailed):
        open_database(f"sqlite:///{file}")
    assert file.read_bytes() == b"holiday pictures " * 1000


def test_a_full_disk_loses_nothing_that_was_promised(address: str) -> None:
    """SQLite is told that there are no more pages: writing fails, what was stored stays, and space heals it."""
    pages = {"most": 1 << 30}

    def limit(connection: Any, *_: Any) -> None:
        connection.execute(f"PRAGMA max_page_count={pages['most']}")

    async def work(store: Store) -> None:
        event.listen(store._engine, "checkout", limit)
        stored: list[Table] = []
        pages["most"] = 60

        async def fill() -> None:
            for n in range(10_000):
                table, _ = new_table(f"t{n}")
                await store.open(table)
                stored.append(table)
                stored[-1] = await play(store, table, "1")

        with pytest.raises(OperationalError, match="full"):
            await fill()
        assert stored
        for table in stored:
            again = await store.load(table.id)
            assert again is not None
            assert again.state.history == table.state.history
        pages["most"] = 1 << 30
        assert (await play(store, stored[0], "2")).ply == 2

    with_store(address, work)


KILLED = """
import asyncio, sys
from carreau.store.database import open_database
from carreau.store.store import Store
from carreau.tables import orders
sys.path.insert(0, sys.argv[2])
from test_store import new_table, play

async def main():
    store = Store(open_database(sys.argv[1]))
    tables = {}
    for n in range(4):
        tables[n], _ = new_table(f"t{n}")
        await store.open(tables[n])
    async def go(n):
        table = tables[n]
        while table.seat is not None:
            table = await play(store, table, table.state.moves()[0])
            print(n, table.ply, flush=True)
    await asyncio.gather(*(go(n) for n in tables))

asyncio.run(main())
"""


@pytest.mark.parametrize("after", [1, 9, 40])
def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path, after: int) -> None:
    """A real process writes and tells what is stored; it is killed in the middle, and the file is looked at."""
    address = f"sqlite:///{tmp_path / 'games.db'}"
    here = str(Path(__file__).parent)
    process = subprocess.Popen([sys.executable, "-c", KILLED, address, here], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = dict.fromkeys(range(4), 0)
    for line, _ in zip(process.stdout, range(after), strict=False):
        n, ply = map(int, line.split())
        told[n] = ply
    process.kill()
    rest = process.stdout.read()
    process.wait()
    for line in rest.splitlines(keepends=True):
        if line.endswith("\n"):
            n, ply = map(int, line.split())
            told[n] = ply

    async def work(store: Store) -> None:
        for n, ply in told.items():
            table = await store.load(f"t{n}")
            assert table is not None
            assert table.ply >= ply
            assert table.version == table.ply + 1

    with_store(address, work)
    with sqlite3.connect(tmp_path / "games.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


# PostgreSQL


def postgres_tools() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found and shutil.which("runuser") else None


@pytest.fixture
def postgres() -> Iterator[str]:
    """A server of our own, started for the test and stopped after it."""
    pytest.importorskip("psycopg")
    tools = postgres_tools()
    if tools is None:
        pytest.skip("PostgreSQL is not installed")
    home = Path(tempfile.mkdtemp())  # pytest's own folders are closed to the user that the server runs as
    home.chmod(0o777)
    data = home / "data"

    def run(*command: str) -> None:
        as_owner = ["runuser", "-u", "postgres", "--", *command] if Path.home() == Path("/root") else list(command)
        subprocess.run(as_owner, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, timeout=120, cwd=home)

    run(str(tools / "initdb"), "-D", str(data), "-A", "trust", "-U", "carreau")
    run(str(tools / "pg_ctl"), "-D", str(data), "-w", "-o", f"-k {home} -h ''", "-l", str(home / "log"), "start")
    try:
        yield f"postgresql://carreau@/postgres?host={home}"
    finally:
        run(str(tools / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop")
        shutil.rmtree(home)


def test_postgresql_keeps_tables_too(postgres: str) -> None:
    test_a_table_comes_back_as_it_was(postgres)
    engine = create_engine(postgres.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(text("drop table alembic_version"))
    test_one_failure_does_not_take_its_neighbours_along(postgres)
