"""The line protocol: its page is true, its words are read as they are written, and our engine speaks it."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from processes import seen_to_end

import carreau
from carreau.engines import protocol
from carreau.engines.analysis import Analysis, Limits, Line
from carreau.engines.process import own_command

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "engine-protocol.md").read_text(encoding="utf-8")
MINIMAL = ROOT / "examples" / "minimal_engine.py"


class Conversation:
    """A controller that says lines and reads lines."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def say(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def hear(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().rstrip("\n")

    def hear_answer(self) -> str:
        while (line := self.hear()).startswith("info "):
            pass
        return line


@contextmanager
def conversation(*command: str) -> Iterator[Conversation]:
    talk = Conversation(list(command or own_command()))
    try:
        yield talk
    finally:
        talk.process.kill()
        talk.process.wait()
        for stream in (talk.process.stdin, talk.process.stdout, talk.process.stderr):
            assert stream
            stream.close()


# The page


def test_the_session_on_the_page_is_true() -> None:
    session = re.findall(r"^([<>]) (.*)$", re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0], re.MULTILINE)
    assert len(session) > 10
    with conversation(sys.executable, str(MINIMAL)) as talk:
        for side, line in session:
            if side == ">":
                talk.say(line)
            else:
                assert talk.hear() == line
        assert talk.process.wait(60) == 0


def test_the_engine_on_the_page_is_the_example() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code in MINIMAL.read_text(encoding="utf-8")
    assert len(code.splitlines()) <= 24


def test_the_python_on_the_page_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = doctest.testfile(str(ROOT / "docs" / "engine-protocol.md"), module_relative=False, encoding="utf-8")
    assert (done.failed, done.attempted) == (0, 4)


def test_the_page_names_every_word_and_every_key() -> None:
    for name in (*protocol.WORDS, *Analysis.__annotations__, *Line.__annotations__):
        if name != "seat":
            assert f"`{name}`" in PAGE


# Words


@pytest.mark.parametrize(
    ("limits", "line"),
    [
        (Limits(), "go"),
        (Limits(seconds=0.3), "go seconds 0.300"),
        (Limits(seconds=1e-9), "go seconds 0.001"),
        (Limits(seconds=2), "go seconds 2"),
        (Limits(level=8, seed=12345), "go level 8 seed 12345"),
        (Limits(nodes=1000, method="uct", every=True, threads=2, memory=64),
         "go nodes 1000 method uct every yes threads 2 memory 64"),
    ],
)  # fmt: skip
def test_go_is_read_as_it_was_written(limits: Limits, line: str) -> None:
    assert protocol.write_go(limits) == line
    read = protocol.read_go(line.split()[1:])
    assert read == limits or limits.seconds == 1e-9


def test_unknown_words_after_go_are_passed_over() -> None:
    assert protocol.read_go(["quickly", "nodes", "5", "mood", "sunny"]) == Limits(nodes=5)


@pytest.mark.parametrize("words", ["nodes many", "nodes", "seconds now", "every perhaps", "level 1.5"])
def test_bad_values_after_go_are_refused(words: str) -> None:
    with pytest.raises(carreau.BadOption, match="is not allowed; allowed: "):
        protocol.read_go(words.split())


@pytest.mark.parametrize(
    "words", ["level 0", "level 9", "nodes 0", "seconds nan", "seconds -1", "threads 0", "memory -5", "seed -1"]
)
def test_numbers_out_of_range_after_go_are_refused(words: str) -> None:
    with pytest.raises(carreau.BadOption, match=r"is not allowed; allowed: \d+ to \d+"):
        protocol.read_go(words.split())


def test_info_is_read_as_it_was_written() -> None:
    found = Analysis(
        seat=1, best="3", chance=0.75, proven="win", distance=7, pv=("3", "1"), nodes=9, depth=4, seconds=0.5,
        cold=True, moves=(Line("3", 0.75, "win", 7, 5, ("3", "1")), Line("1", 0.25, nodes=4, pv=("1",))),
    )  # fmt: skip
    written = protocol.write_info(found)
    assert "\n" not in written
    assert protocol.read_info(written.removeprefix("info "), seat=1, accepts=["1", "3"].__contains__) == found


@pytest.mark.parametrize(
    "wrong",
    [
        {"best": "9"}, {"best": 1}, {"chance": 1.5}, {"chance": "high"}, {"chance": float("nan")}, {"nodes": -1},
        {"nodes": "many"}, {"proven": "perhaps"}, {"distance": "far"}, {"seconds": None}, {"pv": [1]}, {"pv": 3},
        {"cold": "very"}, {"moves": 5}, {"moves": [5]}, {"moves": [{"move": "1"}]},
        {"moves": [{"move": "1", "chance": 2}]}, {"moves": [{"move": 1, "chance": 0.5}]}, {"depth": 1.5},
    ],
    ids=json.dumps,
)  # fmt: skip
def test_info_that_makes_no_sense_is_passed_over(wrong: dict[str, object]) -> None:
    good = {"best": "1", "later": "unknown keys are"}
    assert protocol.read_info(json.dumps(good), seat=0, accepts=["1"].__contains__) == Analysis(
        seat=0, best="1", chance=0.5
    )
    assert protocol.read_info(json.dumps({**good, **wrong}), seat=0, accepts=["1"].__contains__) is None


@pytest.mark.parametrize("text", ["", "nonsense", "[]", "3", "null", "{}", "[" * 100_000])
def test_info_that_is_no_object_is_passed_over(text: str) -> None:
    assert protocol.read_info(text, seat=0, accepts=["1"].__contains__) is None


# Our engine

POSITION = "position squadro 0.0.0.0.0/0.0.0.0.0 0"


@pytest.mark.parametrize("command", [(), (sys.executable, "-m", "carreau", "engine")], ids=["own", "carreau engine"])
def test_our_engine_introduces_itself_and_plays(command: tuple[str, ...]) -> None:
    with conversation(*command) as talk:
        talk.say("hello", "carreau 1", POSITION, "go nodes 500 seed 1")
        assert talk.hear() == f"name Carreau {carreau.__version__}"
        assert talk.hear() == "ready"
        assert re.fullmatch("best [1-5]", talk.hear_answer())
        talk.say("quit")
        assert talk.process.wait(60) == 0


def test_our_engine_says_what_was_wrong_and_goes_on() -> None:
    with conversation() as talk:
        bad = ("position chess e4", "go", "position squadro 99", "go")
        talk.say("carreau 1", "go", *bad, POSITION, "go nodes few")
        assert [talk.hear() for _ in range(2)][1] == "ready"
        assert talk.hear() == "error go: no position"
        assert talk.hear().startswith("error no game 'chess'; games: squadro")
        assert talk.hear() == "error '99' is no Squadro position"
        assert talk.hear() == "error nodes=few is not allowed; allowed: a number"
        talk.say("stop", "go nodes 500")
        assert talk.hear_answer().startswith("best ")
        over = carreau.game("squaryd").replay("a1 g7 a3 g6 c1 c3")
        talk.say(f"position squaryd {over}", "go")
        assert talk.hear() == "error go: the game is over"


def test_our_engine_stops_at_once_and_only_when_it_thinks() -> None:
    with conversation() as talk:
        talk.say("carreau 1", "stop", "position squadro 3.1.2.1.0/3.0.4.3.3 0", "go seconds 600")
        talk.hear(), talk.hear()
        assert talk.hear().startswith("info {")  # an early stop has not stopped it: it goes on
        talk.say("stop")
        assert talk.hear_answer().startswith("best ")


@pytest.mark.parametrize("end", ["quit", "hang up", "kill the parent"])
def test_our_engine_leaves_at_once_in_mid_search(end: str) -> None:
    with conversation() as talk:
        talk.say("carreau 1", POSITION, "go")
        talk.hear(), talk.hear()
        assert talk.hear().startswith("info {")
        with seen_to_end(talk.process.pid):
            if end == "quit":
                talk.say("quit")
            else:
                assert talk.process.stdin
                talk.process.stdin.close()
                if end == "kill the parent":  # nobody reads any more either
                    assert talk.process.stdout
                    talk.process.stdout.close()
        assert talk.process.wait() == 0


LOUD = """
from carreau.engines import program, thinking
class Loud(thinking.Thinker):
    def think(self, position, limits, **more):
        print("best of all")
        if limits.seed == 1:
            raise ZeroDivisionError("first line\\nsecond line")
        return super().think(position, limits, **more)
thinking.Thinker = Loud
program.main()
"""


def test_nothing_but_the_protocol_is_on_standard_output() -> None:
    """Not what a library prints, and no traceback: an error is one line, the rest is on standard error."""
    with conversation(sys.executable, "-c", LOUD) as talk:
        talk.say("carreau 1", POSITION, "go nodes 10 seed 1", "go nodes 10")
        talk.hear(), talk.hear()
        assert talk.hear() == "error ZeroDivisionError: first line second line"
        assert re.fullmatch("best [1-5]", talk.hear_answer())
        talk.say("quit")
        assert talk.hear() == ""
        assert talk.process.stderr
        assert "Traceback" in talk.process.stderr.read()
