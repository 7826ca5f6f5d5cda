"""Matches: who plays, openings, seats, one game, the file, and many games in processes."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import carreau
from carreau.engines.analysis import Analysis, Limits
from carreau.engines.contest import match as match_module
from carreau.engines.contest.games import Fixture, Played, Setting, play_game, record_of, replayed, seatings
from carreau.engines.contest.match import Match, is_balanced
from carreau.engines.contest.openings import Opening, Openings
from carreau.engines.contest.players import Player, read_player
from carreau.engines.contest.results import ResultFile, read_results
from carreau.engines.contest.worker import read_fixture, read_setting, write_fixture, write_setting

STAND_IN = Path(__file__).with_name("stand_in.py")


def program(how: str) -> str:
    return f"cmd:{sys.executable} {STAND_IN} {how}"


class Scripted:
    """An engine without a process: answers what a function says, and remembers what it was asked."""

    def __init__(self, choose: Callable[[carreau.State], str] = lambda state: state.moves()[0]) -> None:
        self.choose = choose
        self.asked: list[Limits] = []

    def ask(self, state: carreau.State, limits: Limits) -> Iterator[Analysis]:
        self.asked.append(limits)
        assert state.seat is not None
        yield Analysis(state.seat, "no move: the last word counts", 0.5)
        yield Analysis(state.seat, self.choose(state), 0.5)


def setting(game: str = "squadro", a: str = "2", b: str = "1", **more: Any) -> Setting:
    options = more.pop("options", {})
    return Setting(game, options, (read_player(a), read_player(b)), **more)


def fixture(of: Setting, number: int = 0) -> Fixture:
    openings = Openings(carreau.game(of.game), of.options, seed=of.seed, plies=of.plies)
    seats = seatings(openings[0].start(carreau.game(of.game), of.options), alone=of.alone)
    which, place = divmod(number, len(seats))
    return Fixture(number, which, seats[place], openings[which])


# Players


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("1", Limits(level=1)),
        ("8,threads=2,memory=512", Limits(level=8, threads=2, memory=512)),
        ("0.3s", Limits(seconds=0.3)),
        (".5s", Limits(seconds=0.5)),
        ("10000n", Limits(nodes=10000)),
        ("uct:0.3s", Limits(seconds=0.3, method="uct")),
        ("uct:1000n", Limits(nodes=1000, method="uct")),
    ],
)
def test_players_of_ours(text: str, limits: Limits) -> None:
    assert read_player(text) == Player(text, limits)


def test_players_that_are_programs() -> None:
    python = sys.executable
    assert read_player(f"cmd:{python} -u 'a b.py'") == Player(
        f"cmd:{python} -u 'a b.py'", Limits(), (python, "-u", "a b.py")
    )
    assert read_player(f"cmd:{python} x@0.3s").limits == Limits(seconds=0.3)
    assert read_player(f"cmd:{python} x@5").limits == Limits(level=5)
    assert read_player(f"cmd:{python} me@home").command == (python, "me@home")
    assert read_player(f"cmd:{python} me@home@1000n").command == (python, "me@home")


@pytest.mark.parametrize(
    "text",
    ["", "0", "9", "-1", "five", "0s", "0n", "1e3n", "uct", "uct:", "uct:5", "UCT:1s", "5,threads=0", "5,speed=2",
     "5,threads", "99999s", "cmd:", "cmd:no-such-program-anywhere", "cmd:'"],
)  # fmt: skip
def test_what_is_no_player_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(carreau.BadOption) as refused:
        read_player(text)
    assert "\n" not in str(refused.value)


# Openings


def test_openings_are_the_same_for_a_seed_and_all_different() -> None:
    for game_id in carreau.games():
        game = carreau.game(game_id)
        once = Openings(game, {}, seed=4)
        drawn = [once[number] for number in range(60)]
        assert [Openings(game, {}, seed=4)[number] for number in (0, 7, 59)] == [drawn[0], drawn[7], drawn[59]]
        assert Openings(game, {}, seed=5)[0] != drawn[0]
        assert len({str(opening.start(game, {})) for opening in drawn}) == 60


def test_openings_leave_the_game_open() -> None:
    """A board so small that a few random moves often end the game, or can end it with one more."""
    game, options = carreau.game("unlur"), {"side": 3}
    openings = Openings(game, options, seed=1, plies=9)
    for number in range(30):
        state = openings[number].start(game, options)
        assert len(state.history) == 9
        assert not [move for move in state.moves() if state.play(move).outcome is not None]


def test_openings_that_cannot_be_are_refused() -> None:
    with pytest.raises(carreau.BadOption):
        Openings(carreau.game("squaryd"), {}, seed=1, plies=60)[0]


def test_openings_are_refused_for_further_reasons() -> None:
    game = carreau.game("squaryd")
    openings = Openings(game, {}, seed=1, plies=1, is_settled=lambda state: not state.history[0].startswith("a"))
    assert all(openings[number].moves[0].startswith("a") for number in range(4))


def test_balanced_openings_are_sought_with_both_seats_to_move() -> None:
    """Squaryd's first move is worth much: a move more, and the other seat has had one for nothing."""
    game = carreau.game("squaryd")
    seen = []

    def is_balanced(state: carreau.State) -> bool:
        seen.append(len(state.history))
        return len(state.history) == 3

    openings = Openings(game, {}, seed=1, is_balanced=is_balanced)
    assert [len(openings[number].moves) for number in range(4)] == [3] * 4
    assert set(seen) == {2, 3}


def test_openings_that_were_played_are_not_drawn_again() -> None:
    game = carreau.game("squaryd")
    drawn = Openings(game, {}, seed=1)
    openings = Openings(game, {}, seed=1)
    openings.keep(1, Opening({}, ("a1", "b2", "c3")))
    assert openings[1].moves == ("a1", "b2", "c3")
    assert (openings[0], openings[2]) == (drawn[0], drawn[2])


def test_openings_are_balanced_by_a_look_at_them() -> None:
    """The quick look finds both kinds of position; three and more seats are not judged."""
    game = carreau.game("squaryd")
    assert is_balanced(game.start())
    assert not is_balanced(game.replay("a1 d6 a3 e7 c3 g4"))  # Black completes a square with c1
    with pytest.raises(carreau.BadOption):
        Match(Setting("012x012", {"players": "3"}, (read_player("1"), read_player("2")), balanced=True), 2)


def test_without_moves_the_opening_is_the_start() -> None:
    game = carreau.game("unlur")
    assert [Openings(game, {}, seed=1, plies=0)[number].moves for number in range(3)] == [()] * 3


def test_who_starts_and_the_deal_are_drawn_unless_told() -> None:
    squadro = Openings(carreau.game("squadro"), {}, seed=1)
    assert [squadro[number].drawn["first"] for number in range(4)] == [0, 1, 0, 1]
    assert "first" not in Openings(carreau.game("squadro"), {"first": "1"}, seed=1)[0].drawn
    united = carreau.game("united-square")
    openings = Openings(united, {}, seed=1)
    deals = {openings[number].start(united, {}).options["deal"] for number in range(5)}
    assert len(deals) == 5
    assert openings[2].start(united, {}) == openings[2].start(united, {})
    told = Openings(united, {"deal": "7"}, seed=1)
    assert {told[number].start(united, {"deal": "7"}).options["deal"] for number in range(5)} == {
        united.start(deal=7).options["deal"]
    }


# Seats


@pytest.mark.parametrize(
    ("game", "options", "expected"),
    [
        ("squadro", {}, ["AB", "BA"]),
        ("united-square", {"mode": "free-for-all", "players": 3}, ["ABB", "BAB", "BBA"]),
        ("united-square", {"mode": "teams"}, ["ABAB", "BABA"]),
        ("012x012", {"players": 6}, ["ABBBBB", "BABBBB", "BBABBB", "BBBABB", "BBBBAB", "BBBBBA"]),
    ],
)
def test_a_takes_every_place_in_turn(game: str, options: dict[str, Any], expected: list[str]) -> None:
    assert seatings(carreau.game(game).start(**options)) == expected


def test_alone_among_allies() -> None:
    start = carreau.game("united-square").start(mode="rival-partners")
    assert seatings(start) == ["ABAB", "BABA"]
    assert seatings(start, alone=True) == ["ABBB", "BABB", "BBAB", "BBBA"]


# One game


def test_a_game_is_played_to_its_end_and_can_be_replayed(mode: Any) -> None:
    start = mode.start()
    if start.seats < 2:
        return
    played_as = setting(mode.game.id, options=mode.options)
    for number in range(2):
        played = play_game(played_as, fixture(played_as, number), {"A": Scripted(), "B": Scripted()})
        end = replayed(played_as, played)
        assert end.outcome is not None
        assert list(end.outcome.winners) == played.winners
        assert end.outcome.reason == played.reason
        winning = [played.seats[seat] for seat in played.winners]
        assert played.score == winning.count("A") / len(winning)
        assert sum(played.plies) == len(end.history) - played.opening
        again = Played.from_json(json.loads(json.dumps(played.to_json())))
        assert replace(again, seconds=played.seconds, longest=played.longest) == played
        record = carreau.read_record(record_of(played_as, played, date="today"))
        assert record.state == end
        assert record.outcome == end.outcome


def test_a_pair_has_one_opening_and_exchanged_seats() -> None:
    played_as = setting("united-square")
    first, second = fixture(played_as, 4), fixture(played_as, 5)
    assert first.opening == second.opening
    assert (first.seats, second.seats) == ("AB", "BA")


def test_every_move_of_a_game_has_its_own_seed_and_a_game_always_the_same() -> None:
    played_as = setting()
    runs = []
    for _ in range(2):
        engines = {"A": Scripted(), "B": Scripted()}
        play_game(played_as, fixture(played_as), engines)
        runs.append([limits.seed for letter in "AB" for limits in engines[letter].asked])
    assert runs[0] == runs[1]
    assert len(set(runs[0])) == len(runs[0])
    engines = {"A": Scripted(), "B": Scripted()}
    play_game(played_as, fixture(played_as, 1), engines)
    assert not set(runs[0]) & {limits.seed for limits in engines["A"].asked}


def test_each_player_gets_its_own_limits() -> None:
    played_as = setting(a="uct:100n", b="3,threads=2")
    engines = {"A": Scripted(), "B": Scripted()}
    play_game(played_as, fixture(played_as), engines)
    assert {replace(limits, seed=0) for limits in engines["A"].asked} == {Limits(nodes=100, method="uct")}
    assert {replace(limits, seed=0) for limits in engines["B"].asked} == {Limits(level=3, threads=2)}


def test_the_time_is_counted_for_each_player() -> None:
    now = 0.0

    def costly(seconds: float) -> Callable[[carreau.State], str]:
        def choose(state: carreau.State) -> str:
            nonlocal now
            now += seconds
            return state.moves()[0]

        return choose

    played_as = setting("squaryd")
    engines = {"A": Scripted(costly(1)), "B": Scripted(costly(10))}
    played = play_game(played_as, fixture(played_as), engines, clock=lambda: now)
    assert played.seconds == [played.plies[0], 10 * played.plies[1]]
    assert played.longest == [1, 10]


def failing(state: carreau.State) -> str:
    raise carreau.Error("out of order")


@pytest.mark.parametrize(
    "choose", [failing, lambda state: "nonsense", lambda state: "a1 "], ids=["error", "bad", "taken"]
)
def test_an_engine_that_fails_loses_and_it_is_noted(choose: Callable[[carreau.State], str]) -> None:
    played_as = setting("unlur", options={"side": 3}, plies=0)
    for number, letter in ((0, "A"), (1, "B")):
        engines = {"A": Scripted(), "B": Scripted(), letter: Scripted(choose)}
        played = play_game(played_as, fixture(played_as, number), engines)
        assert (played.failed, played.score) == (letter, {"A": 0.0, "B": 1.0}[letter])
        assert played.note
        assert played.reason == "failure"
        record = carreau.read_record(record_of(played_as, played))
        assert record.ending == f"{played.seats.index(letter)}:resign"
        assert record.outcome is not None
        assert list(record.outcome.winners) == played.winners


def test_among_many_the_one_who_fails_loses() -> None:
    played_as = setting("012x012", options={"players": 3, "grid": "CAR_006x006_001"})
    assert play_game(played_as, fixture(played_as), {"A": Scripted(failing), "B": Scripted()}).score == 0
    assert play_game(played_as, fixture(played_as), {"A": Scripted(), "B": Scripted(failing)}).score == 1


def test_a_game_that_will_not_end_is_broken_off() -> None:
    """In strict 012x012 a mistake is a move, and some program may make it for ever."""
    options = {"strict": True, "grid": "CAR_006x006_001"}
    played_as = setting("012x012", options=options, plies=0)
    stuck = Scripted(lambda state: "a1E6" if state.history else state.moves()[0])
    played = play_game(played_as, fixture(played_as), {"A": stuck, "B": stuck})
    assert (played.score, played.reason) == (0.5, "broken-off")
    assert carreau.read_record(record_of(played_as, played)).ending == "draw"


# Squares that the players call themselves: Black completes a1 a3 c3 c1 with the seventh move

CALLED = Opening({}, ("a1", "g7", "a3", "g6", "c1", "g5"))


def called(a: str = "2", b: str = "1") -> tuple[Setting, Fixture]:
    return setting("squaryd", a, b, options={"claims": "called"}), Fixture(0, 0, "AB", CALLED)


def test_our_players_are_asked_for_claims_after_every_move_and_the_mover_first() -> None:
    asked: list[tuple[int, int]] = []

    def claim(view: carreau.State, level: int, seed: int) -> str | None:
        assert isinstance(view, carreau.View)
        asked.append((view.viewer, level))
        return None if len(asked) < 2 else "!a1,a3,c3,c1"

    black = Scripted(lambda state: "c3" if "c3" in state.moves() else state.moves()[0])
    played = play_game(*called(), {"A": black, "B": Scripted()}, claim=claim)
    assert asked[:2] == [(0, 2), (1, 1)]
    assert played.moves.split()[6:8] == ["c3", "!a1,a3,c3,c1"]  # wrong: White, to move, has no such square
    assert played.winners == [0]
    assert replayed(called()[0], played).outcome is not None


def test_other_programs_claim_for_themselves_as_their_move() -> None:
    def claim(view: carreau.State, level: int, seed: int) -> str | None:
        raise AssertionError("nobody may speak for another program")

    asked = iter(["c3", "!a1,a3,c3,c1"])
    players, seats = called(f"cmd:{sys.executable}", f"cmd:{sys.executable}")
    engines = {"A": Scripted(lambda state: next(asked)), "B": Scripted()}
    played = play_game(players, seats, engines, claim=claim)
    assert (played.winners, played.reason) == ([0], "square")


def test_where_moves_are_shown_nobody_is_asked_for_claims() -> None:
    def claim(view: carreau.State, level: int, seed: int) -> str | None:
        raise AssertionError("nothing to claim here")

    played_as = setting("squaryd")
    play_game(played_as, fixture(played_as), {"A": Scripted(), "B": Scripted()}, claim=claim)


# The file


def some_games(number: int) -> list[Played]:
    played_as = setting()
    return [play_game(played_as, fixture(played_as, n), {"A": Scripted(), "B": Scripted()}) for n in range(number)]


def test_the_file_is_whole_after_every_game_and_goes_on(tmp_path: Path) -> None:
    path, head = tmp_path / "match.json", {"game": "squadro", "note": "é"}
    games = some_games(4)
    for number, played in enumerate(games):
        with ResultFile(path, head) as file:
            assert len(file.games) == number
            file.add(played, {"games": number + 1})
            document = json.loads(path.read_text(encoding="utf-8"))
            assert document["note"] == "é"
            assert document["result"] == {"games": number + 1}
            assert [game["number"] for game in document["games"]] == list(range(number + 1))
    assert [game.to_json() for game in read_results(path.read_text(encoding="utf-8"), "")[1]] == [
        played.to_json() for played in games
    ]


def test_whatever_a_sudden_end_leaves_goes_on(tmp_path: Path) -> None:
    """The file is cut off after every byte behind its first line; at most the last game is lost."""
    path = tmp_path / "match.json"
    games = some_games(3)
    with ResultFile(path, {"game": "squadro"}) as file:
        for played in games:
            file.add(played, {})
    whole = path.read_bytes()
    for length in range(whole.index(b"\n") + 1, len(whole), 7):
        path.write_bytes(whole[:length])
        with ResultFile(path, {"game": "squadro"}) as file:
            kept = len(file.games)
            assert kept >= whole[:length].count(b"\n") - 1 - (length > whole.rindex(b"\n]"))
            file.add(games[0], {})
        assert len(json.loads(path.read_bytes())["games"]) == kept + 1


def test_another_match_or_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    with ResultFile(path, {"game": "squadro", "seed": 1}):
        pass
    before = path.read_bytes()
    with pytest.raises(carreau.BadOption, match="seed: 1 there, 2 here"):
        ResultFile(path, {"game": "squadro", "seed": 2})
    assert path.read_bytes() == before
    for noise in (b"hello", b'{"a": 1}', bytes(range(256)), b"[]\n"):
        path.write_bytes(noise)
        with pytest.raises(carreau.BadOption, match="not the file of a match"):
            ResultFile(path, {"game": "squadro"})
        assert path.read_bytes() == noise


def test_a_note_may_hold_any_line_break(tmp_path: Path) -> None:
    """Notes quote what programs write to standard error."""
    path = tmp_path / "match.json"
    first, second = some_games(2)
    with ResultFile(path, {}) as file:
        file.add(replace(first, note="one\u2028two\x85three\nfour"), {})
        file.add(second, {})
    with ResultFile(path, {}) as file:
        assert [played.number for played in file.games] == [0, 1]


def test_two_matches_do_not_write_one_file_at_a_time(tmp_path: Path) -> None:
    with ResultFile(tmp_path / "match.json", {}), pytest.raises(carreau.BadOption, match="another match"):
        ResultFile(tmp_path / "match.json", {})


# Whole matches


def test_what_is_sent_to_a_worker_arrives() -> None:
    sent = setting("united-square", "5", program("first") + "@0.3s", options={"sets": "2"}, plies=3)
    assert read_setting(write_setting(sent)) == sent
    assert read_fixture(write_fixture(fixture(sent))) == fixture(sent)


def test_a_match_in_processes(tmp_path: Path) -> None:
    """Two games at a time, broken off after three games; taken up again it plays the others and no game twice."""
    path = tmp_path / "match.json"
    against = setting("squaryd", program("random"), program("first"))
    with Match(against, 6, file=path) as match:
        playing = match.play(2)
        for _ in range(3):
            next(playing)
        playing.close()
    with Match(against, 6, file=path) as match:
        assert len(match.played) == 3
        assert len(list(match.play(2))) == 3
        assert match.is_over
        assert list(match.play(2)) == []
        assert sorted(played.number for played in match.played) == list(range(6))
        assert not any(played.failed for played in match.played)
        for played in match.played:
            assert replayed(against, played).outcome is not None
        assert len(match.complete_rounds) == 3
        assert match.estimate.games == 6
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["result"]["games"] == 6
    assert document["result"]["score"] == pytest.approx(sum(game["score"] for game in document["games"]) / 6, abs=1e-3)


@pytest.mark.parametrize(("how", "note"), [("crash", "out of wits"), ("illegal", "illegal move")])
def test_a_program_that_fails_loses_its_game_and_the_match_goes_on(how: str, note: str) -> None:
    with Match(setting("squadro", program(how), program("first")), 4) as match:
        games = list(match.play(1))
    assert len(games) == 4
    assert all(played.failed == "A" and played.score == 0 and note in played.note for played in games)


def test_a_worker_that_talks_nonsense_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "own_command", lambda module: (sys.executable, "-c", "print('hello'); input()"))
    monkeypatch.setattr(threading, "excepthook", lambda problem: None)
    against = setting("squadro", program("first"), program("first"))
    with Match(against, 2) as match, pytest.raises(carreau.Error, match="has ended"):
        list(match.play(1))


def test_a_wrong_claim_is_a_move_of_a_program() -> None:
    against = setting("squaryd", program("claim"), program("first"), options={"claims": "called"})
    with Match(against, 2) as match:
        games = list(match.play(1))
    assert [played.reason for played in games] == ["wrong-claims"] * 2
    assert [played.score for played in games] == [0, 0]


def test_a_match_stops_when_the_sequential_test_has_decided() -> None:
    with Match(setting("squadro", program("first"), program("illegal")), 1000, test=(0, 300)) as match:
        games = list(match.play(2))
        assert match.verdict == 300
        assert match.is_over
    assert len(games) < 100


def test_a_match_among_three_counts_shares_of_wins() -> None:
    against = setting(
        "012x012", program("random"), program("first"), options={"players": "3", "grid": "CAR_006x006_001"}
    )
    with Match(against, 6) as match:
        list(match.play(2))
    assert match.sides == 3
    assert match.estimate.expected == pytest.approx(1 / 3)
    assert [len(outcome) for outcome in match.rounds] == [3, 3]


def test_alone_there_is_no_match() -> None:
    with pytest.raises(carreau.BadOption, match="two seats"):
        Match(setting("united-square", options={"mode": "solitaire"}), 2)
