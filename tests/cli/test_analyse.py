"""Looking back at a game: which moves are marked, what the table says, and the pictures."""

from __future__ import annotations

import json
import string
import struct
import zlib
from pathlib import Path
from xml.etree import ElementTree

import pytest

import carreau
from carreau.cli import main
from carreau.cli.analyse import ended_in_words, worth
from carreau.draw.chart import Chart, Series, Slip, chart_png, chart_svg
from carreau.draw.stroke_font import GLYPHS, strokes_of, text_width
from carreau.engines.analysis import Analysis, Line
from carreau.engines.review import Judged, Worth, chances_of, positions_of, review

WON = ["a1", "g7", "a3", "g6", "c1", "g5", "c3"]  # a square of Black's


def judge(state: carreau.State, chances: list[float], *, best: str = "b2") -> list[Judged]:
    """The review of a game whose positions are worth so much to seat 0; the best move is always `best`."""
    positions = positions_of(state)

    def analyse(position: carreau.State) -> Analysis:
        assert position.seat is not None
        chance = chances[len(position.history)]
        mine = chance if position.seat == 0 else 1 - chance
        return Analysis(position.seat, best, mine, moves=(Line(best, mine),), pv=(best,))

    return list(review(positions, analyse))


def test_moves_are_marked_by_what_they_cost() -> None:
    state = carreau.game("squaryd").replay(["d5", "e5", "d3", "e3", "f2"])
    judged = judge(state, [0.5, 0.41, 0.59, 0.28, 0.28, 0.28])
    assert [move.mark for move in judged] == ["?!", "?", "??", "", ""]
    assert [round(move.cost, 2) for move in judged] == [0.09, 0.18, 0.31, 0, 0]
    assert [move.seat for move in judged] == [0, 1, 0, 1, 0]
    assert judged[0].better == "b2"


def test_the_best_move_is_never_marked() -> None:
    """The search after it may be more sober than the one before; that is not the player's fault."""
    state = carreau.game("squaryd").replay(["b2", "e5"])
    judged = judge(state, [0.9, 0.2, 0.2])
    assert judged[0].mark == ""
    assert judged[0].better is None


def test_the_last_move_is_judged_by_the_rules() -> None:
    judged = judge(carreau.game("squaryd").replay(WON), [0.5] * 8)
    assert judged[-1].after == Worth(1.0, "win", 1)


def test_proven_results_change_sides_with_the_mover() -> None:
    state = carreau.game("squaryd").replay(["d5", "e5"])
    positions = positions_of(state)

    def analyse(position: carreau.State) -> Analysis:
        assert position.seat is not None
        found = {0: ("b2", 0.6, None, None), 1: ("b2", 1.0, "win", 3), 2: ("b2", 0.5, None, None)}
        best, chance, proven, distance = found[len(position.history)]
        return Analysis(position.seat, best, chance, proven, distance)

    first, second = review(positions, analyse)
    assert first.after == Worth(0.0, "loss", 4)
    assert first.mark == "??"
    assert second.before == Worth(1.0, "win", 3)


def test_with_more_seats_or_hidden_hands_the_movers_own_search_judges() -> None:
    """What another seat thinks of the position says nothing about this one's chance."""
    start = carreau.game("united-square").start(mode="free-for-all", deal=4)
    state = start.play(start.moves()[3])
    asked = []

    def analyse(position: carreau.State) -> Analysis:
        asked.append(position)
        moves = position.moves()
        return Analysis(0, moves[0], 0.6, moves=(Line(moves[0], 0.6), Line(moves[3], 0.2)))

    (judged,) = review(positions_of(state), analyse)
    assert asked == [start]
    assert judged.after == Worth(0.2)
    assert judged.mark == "??"
    assert [len(line) for line in chances_of([judged], positions_of(state))] == [2, 0, 0, 0]


def test_claims_out_of_turn_are_not_judged() -> None:
    state = carreau.game("squaryd").start(claims="called").play("d5").play("0:!a1,a3,c3,c1").play("e5")
    judged = judge(state, [0.5, 0.5, 0.1, 0.5])
    assert [move.before is None for move in judged] == [False, True, False]
    assert judged[1].seat == 0
    assert judged[0].after == Worth(0.5)


def test_one_line_for_two_seats() -> None:
    state = carreau.game("squaryd").replay(WON)
    judged = judge(state, [0.5, 0.4, 0.6, 0.5, 0.7, 0.6, 0.9, 1.0])
    (line,) = chances_of(judged, positions_of(state))
    assert [moves for moves, _ in line] == list(range(8))
    assert [round(chance, 2) for _, chance in line] == [0.5, 0.4, 0.6, 0.5, 0.7, 0.6, 1.0, 1.0]  # it did win


def test_worths_are_written_for_people() -> None:
    assert worth(None) == "-"
    assert worth(Worth(0.623)) == "62 %"
    assert worth(Worth(1.0)) == "99 %"  # nothing is sure that is not proven
    assert worth(Worth(1.0, "win", 5)) == "wins in 5"
    assert worth(Worth(0.0, "loss")) == "loses"
    with carreau.in_language("fr"):
        assert worth(Worth(0.0, "loss", 2)) == "perd en 2"


@pytest.mark.parametrize(
    ("moves", "ending", "en", "fr"),
    [
        (WON, "", "Black wins: a square of four single pawns", "Noir gagne : un carré de quatre pions simples"),
        (WON[:3], "0:resign", "White wins: Black resigns", "Blanc gagne : Noir abandonne"),
        (WON[:3], "", "Unfinished", "Inachevée"),
    ],
)
def test_how_a_game_ended_is_a_sentence(moves: list[str], ending: str, en: str, fr: str) -> None:
    text = carreau.write_record(carreau.game("squaryd").replay(moves), ending=ending)
    record = carreau.read_record(text)
    assert ended_in_words(record) == en
    with carreau.in_language("fr"):
        assert ended_in_words(record) == fr


# With the real engine


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    state = carreau.game("squaryd").replay(WON)
    file.write_text(carreau.write_record(state, players=["Ana", "Bo"]), encoding="utf-8")
    return file


def test_the_table_and_a_picture_beside_the_record(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(record), "--nodes", "3000", "--plot"]) == 0
    shown = capsys.readouterr()
    lines = shown.out.splitlines()
    assert lines[0] == "Squaryd. Black wins: a square of four single pawns."
    assert lines[9].split() == ["7.", "Black", "(Ana)", "c3", "wins", "in", "1", "wins", "in", "1"]
    assert "?? " in lines[8]  # g5 lets the square be completed
    assert "c3*" in lines[8]
    picture = record.with_suffix(".svg")
    assert str(picture) in shown.err
    assert ElementTree.fromstring(picture.read_text(encoding="utf-8")).tag.endswith("svg")


def test_json_and_png(record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    picture = tmp_path / "plot.png"
    assert main(["analyse", str(record), "--nodes", "500", "--json", "--plot", str(picture)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "squaryd"
    assert [move["move"] for move in found["moves"]] == WON
    assert found["moves"][-1]["after"] == {"chance": 1.0, "proven": "win", "distance": 1}
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_cannot_be_kept_is_refused_before_the_work(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = tmp_path / "nowhere" / "chances.png"
    assert main(["analyse", str(record), "--nodes", "20", "--plot", str(picture)]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", f"carreau: {picture}: No such file or directory\n")


def test_a_solitaire_with_a_solver_is_told_which_move_spoilt_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = carreau.game("united-square").replay(["c4:YGBR", "d4:RBYG", "c5:GRYB", "b5:YBGR"], mode="solitaire")
    file = tmp_path / "alone.txt"
    file.write_text(carreau.write_record(state), encoding="utf-8")
    assert main(["analyse", str(file), "--nodes", "150", "--json", "--plot", str(tmp_path / "chances.svg")]) == 0
    moves = json.loads(capsys.readouterr().out)["moves"]
    assert [move["before"]["proven"] for move in moves] == ["win", "win", "win", "loss"]
    assert [move["mark"] for move in moves] == ["", "", "??", ""]
    assert (tmp_path / "chances.svg").exists()


def test_games_alone_are_refused_kindly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "alone.txt"
    file.write_text(carreau.write_record(carreau.game("012x012").start(mode="puzzle")), encoding="utf-8")
    assert main(["analyse", str(file)]) == 2
    assert "can always be finished" in capsys.readouterr().err
    assert main(["analyse", str(file), "--plot", "picture.gif"]) == 2
    assert ".svg or .png" in capsys.readouterr().err


# Pictures

LINE = tuple((moves, 0.5 + 0.04 * (moves % 7 - 3)) for moves in range(61))
TWO = Chart("Unlur: chances <of> White & co", 60, (Series("White", LINE),),
            (Slip((12, 0.5), "??", "12. d5 ?? (c3)"), Slip((30, 0.46), "?", "30. f6 ? (e5)")),
            ("White wins", "Black wins"), "0.5 s a position")  # fmt: skip
EIGHT = Chart("012x012", 60, tuple(Series(f"Seat {seat}", LINE[seat::8]) for seat in range(8)))


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
@pytest.mark.parametrize(
    "chart", [TWO, EIGHT, Chart("nothing yet", 0, (Series("a", ()),))], ids=["two", "eight", "none"]
)
def test_charts_are_good_svg(chart: Chart, theme: str) -> None:
    root = ElementTree.fromstring(chart_svg(chart, theme=theme))
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert chart.title in texts
    for slip in chart.slips:
        assert slip.text in texts


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("chart", [TWO, EIGHT], ids=["two", "eight"])
def test_charts_are_good_png(chart: Chart, theme: str) -> None:
    """Read back as any viewer would: sizes, checksums, and more than one colour."""
    data = chart_png(chart, theme=theme)
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    chunks, at = {}, 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + body)
        chunks[name] = body
        at += 12 + length
    width, height, depth, kind = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert (width, height, depth, kind) == (1920, 840, 8, 2)
    pixels = zlib.decompress(chunks[b"IDAT"])
    assert len(pixels) == height * (1 + 3 * width)
    corner = {"light": b"\xf7\xf2\xe8", "dark": b"\x1d\x1a\x17"}[theme]
    assert pixels[1:4] == corner
    assert pixels.count(corner) < width * height / 2


def drawn(text: str) -> list[list[tuple[float, float]]]:
    return list(strokes_of(text, (0, 0), 12))


EUROPEAN = (
    "aàâäáãåāăąæ", "bþßẞ", "cçćčċĉ", "dďđð", "eèéêëēėęě", "gğģġĝ", "hĥħ", "iìíîïīįı", "jĵ", "kķ", "lłľĺļ",
    "nñńňņŋ", "oòóôöõøōőœ", "rŕřŗ", "sšśșŝ", "tťțŧ", "uùúûüūůűųŭ", "wŵ", "yýÿŷ", "zžźż", "AÀÂÄÁÃÅĀĂĄÆ",
    "CÇĆČĊĈ", "DĎĐ", "EÈÉÊËĒĖĘĚ", "GĞĢĠĜ", "HĤĦ", "IÌÍÎÏĪĮİ", "JĴ", "KĶ", "LŁĽĹĻ", "NÑŃŇŅŊ", "OÒÓÔÖÕØŌŐŒ",
    "PÞ", "RŔŘŖ", "SŠŚȘŜ", "TŤȚŦ", "UÙÚÛÜŪŮŰŲŬ", "WŴ", "YÝŸŶ", "ZŽŹŻ",
)  # fmt: skip


@pytest.mark.parametrize("letters", EUROPEAN)
def test_latin_letters_of_europe_differ_from_each_other_and_from_a_box(letters: str) -> None:
    assert len({str(drawn(letter)) for letter in f"{letters}中"}) == len(letters) + 1


def test_no_sign_of_a_keyboard_and_of_our_texts_is_a_box() -> None:
    signs = string.printable.strip() + "àâçéèêëîïôùûüÿœæ«»‹›’“”„–—…·×→°€²"
    assert [sign for sign in signs if not sign.isspace() and drawn(sign) == drawn("中")] == []


def test_a_letter_of_another_script_is_one_box() -> None:
    """With all that belongs to it: accents, joiners, tones of skin; and never two for one syllable."""
    box = text_width("中", 12)
    for letter in ("й", "한", "\u0939\u093f", "👍\ufe0f"):
        assert text_width(letter, 12) == box


def test_accents_may_come_apart_from_their_letter_and_stand_above_it() -> None:
    assert drawn("e\u0301") == drawn("é")
    assert drawn("x\u0302") != drawn("x")
    assert drawn("o\u0e31") == drawn("o")  # one that we do not know is left out
    assert text_width("é", 12) == text_width("e", 12)
    capital, accent = drawn("É")[:-1], drawn("É")[-1]
    assert max(y for _, y in accent) < min(y for stroke in capital for _, y in stroke)


def test_glyphs_are_whole_points() -> None:
    assert all(len(stroke.lstrip("~@")) % 2 == 0 for glyph in GLYPHS.values() for stroke in glyph.split())
