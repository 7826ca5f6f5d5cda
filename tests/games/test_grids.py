"""The picture grids of 012x012 (rule 9): ours, the check of one's own, and `carreau grid`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import carreau
from carreau.games import grids
from carreau.games.grids import Grid, find_grid, our_grids, read_grid

GAME = carreau.game("012x012")
FILES = sorted(Path(grids.__file__).parent.glob("*.txt"))
ROWS = """
212101
212121
020022
222100
012111
001000
""".strip()


@pytest.fixture(params=FILES, ids=lambda file: file.stem)
def file(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


# Ours


def test_there_are_enough_grids_of_both_sizes() -> None:
    """Rule 9: grids of 12x12, and of 6x6 for quick games (ruling)."""
    sizes = [len(grid.rows) for grid in our_grids().values()]
    assert sizes.count(12) >= 16
    assert sizes.count(6) >= 4
    assert len(sizes) == len(FILES)


def test_each_code_is_on_a_third_of_the_cells(file: Path) -> None:
    """Rules 1 and 9: 48 cells of each code, or 12 on a small tray."""
    grid = our_grids()[file.stem]
    cells = "".join(grid.rows)
    assert [len(row) for row in grid.rows] == [len(grid.rows)] * len(grid.rows)
    assert [cells.count(code) for code in "012"] == [{12: 48, 6: 12}[len(grid.rows)]] * 3
    assert grid.codes == [int(code) for code in cells]


def test_the_reference_is_the_name_of_the_file_and_tells_the_size(file: Path) -> None:
    """Rule 9: grids have a reference number; ours are CAR_012x012_001…, not the publisher's GRI_."""
    grid = read_grid(file.read_text(encoding="utf-8"))
    assert grid.reference == file.stem
    maker, size, number = grid.reference.split("_")
    assert (maker, size) == ("CAR", {12: "012x012", 6: "006x006"}[len(grid.rows)])
    assert (len(number), number.isdecimal()) == (3, True)


def test_the_motif_has_names_in_both_languages_that_count_as_guesses(file: Path) -> None:
    """Rule 7: every name, in either language, is a right guess."""
    grid = our_grids()[file.stem]
    assert grid.en
    assert grid.fr
    assert grid.motif is not None
    assert grid.motif == (grid.en[0], grid.fr[0])
    for guess in grid.en + grid.fr:
        assert grid.is_motif(guess)
        assert grid.is_motif(guess.upper())
        assert grid.is_motif(guess.replace(" ", "_"))
        assert GAME.start(grid=file.stem).play(f"1:?{guess.replace(' ', '_')}").guessed == 1
    assert not grid.is_motif("nothing of the sort")


def test_no_two_grids_are_the_same_picture() -> None:
    """Rule 9: a grid for each reference."""
    assert len({grid.rows for grid in our_grids().values()}) == len(FILES)
    for size in (6, 12):
        names = [grid.motif for grid in our_grids().values() if len(grid.rows) == size]
        assert len(set(names)) == len(names)


def test_the_numbers_of_each_size_run_from_001() -> None:
    """NOTATION: `grid` "CAR_012x012_001", another reference."""
    for size in ("012x012", "006x006"):
        numbers = [file.stem[-3:] for file in FILES if size in file.stem]
        assert numbers == [f"{number:03}" for number in range(1, len(numbers) + 1)]


def test_every_grid_has_a_solution_picture(file: Path) -> None:
    """Rule 9: the full tray shows the picture, in white, black and colour."""
    size, rows = len(our_grids()[file.stem].rows), our_grids()[file.stem].rows
    full = "/".join(["#" * size] * size)
    board = GAME.position(f"{file.stem} {full} 0.0.0 - won=0 mode=puzzle turns=0").board()
    shown = [line.split()[1:] for line in board.splitlines()[:size]]
    assert shown == [["WBC"[int(code)] for code in row] for row in rows]


# One's own


def test_a_grid_file_is_headers_then_rows() -> None:
    """Rule 9: players can make grids of their own."""
    grid = read_grid(f"reference: MY_1\nen: cat, kitten\nfr: chat\n\n{ROWS}\n")
    assert grid == Grid(tuple(ROWS.split()), "MY_1", ("cat", "kitten"), ("chat",))


def test_headers_are_optional_and_so_are_spaces_and_a_byte_order_mark() -> None:
    """Rule 9: rows alone make a grid, without a motif."""
    grid = read_grid(ROWS)
    assert grid.rows == tuple(ROWS.split())
    assert grid.motif is None
    assert read_grid("\ufeff" + ROWS.replace("1", "1 ").replace("\n", "\r\n")) == grid


def test_one_language_of_names_is_enough() -> None:
    """Rule 7: a motif named in one language can be guessed."""
    grid = read_grid(f"fr: chat\n\n{ROWS}")
    assert grid.motif == ("chat", "chat")
    assert grid.is_motif("Le Chat")


@pytest.mark.parametrize("names", ["en: cat\nfr: chat", "en: cat, o'clock, a b=c\nfr: été"], ids=["plain", "odd"])
def test_a_grid_of_one_s_own_keeps_its_motif(names: str) -> None:
    """Rules 7 and 9: it can be guessed, and positions and records still know it."""
    state = GAME.start(grid=f"reference: MY_1\n{names}\n\n{ROWS}")
    for guess in names.replace("en: ", "").replace("fr: ", "").replace("\n", ",").split(","):
        assert state.play(f"1:?{guess.strip()}").guessed == 1
    guessed = state.play("1:?cat")
    assert GAME.position(str(guessed)) == guessed
    assert GAME.position(str(state)).play("?cat").guessed == 0
    assert carreau.read_record(carreau.write_record(guessed)).state.guessed == 1
    assert guessed.rematch().options["free_pass"] == 1


def test_the_motif_of_one_s_own_grid_is_told_in_both_languages() -> None:
    """Rule 7: as the file names it, and not before somebody has guessed it."""
    state = GAME.start(grid=f"en: cat\nfr: chat\n\n{ROWS}")
    assert state.motif is None
    assert "cat" not in str(state)
    state = state.play("?cat")
    for same in (state, GAME.position(str(state))):
        assert str(same.motif) == "cat"
        with carreau.in_language("fr"):
            assert str(same.motif) == "chat"


def test_one_s_own_grid_with_a_reference_of_ours_is_not_ours() -> None:
    """Rule 9: nobody takes one for the other."""
    state = GAME.start(grid=f"reference: CAR_006x006_001\n\n{ROWS}")
    assert str(state).startswith(ROWS.replace("\n", "/"))
    assert state.motif is None


def without_last_row(rows: str) -> str:
    return rows.rpartition("\n")[0]


@pytest.mark.parametrize(
    ("text", "en", "fr"),
    [
        (without_last_row(ROWS), "not 5 rows of 6, rule 9", "pas 5 de 6, règle 9"),
        (f"{ROWS}\n012012", "not 7 rows of 6, rule 9", "pas 7 de 6, règle 9"),
        (ROWS.replace("212101", "21210"), "not 6 rows of 5, 6, rule 9", "pas 6 de 5, 6, règle 9"),
        ("", "12 rows of 12 codes or 6 of 6, not 0 rows", "12 rangées de 12 codes ou 6 de 6, pas 0"),
        ("en: cat", "12 rows of 12 codes or 6 of 6, not 0 rows", "12 rangées de 12 codes ou 6 de 6, pas 0"),
        ("012/120/201".replace("/", "\n"), "not 3 rows of 3", "pas 3 de 3"),
        (
            ROWS.replace("001000", "001001"),
            "12 cells of each code, not 11/13/12",
            "12 cases de chaque code, pas 11/13/12",
        ),
        (ROWS.replace("212101", "212103"), "line 1: a row holds the codes 0, 1, 2", "ligne 1 : une rangée contient"),
        (ROWS.replace("001000", "OO1000"), "line 6: a row holds the codes 0, 1, 2", "ligne 6 : une rangée contient"),
        (f"colour: red\n\n{ROWS}", "unknown header 'colour'; headers: reference, en, fr", "en-tête inconnu « colour »"),
        (f"{ROWS}\nen: cat", "line 7: a row holds the codes", "ligne 7 : une rangée contient"),
    ],
    ids=[
        "5 rows",
        "7 rows",
        "short row",
        "empty",
        "no rows",
        "3x3",
        "counts",
        "a 3",
        "letters",
        "header",
        "late header",
    ],
)
def test_a_bad_grid_is_refused_in_one_clear_sentence(text: str, en: str, fr: str) -> None:
    """Rule 9: a grid must hold each code exactly a third of the cells."""
    with pytest.raises(carreau.Error) as caught:
        read_grid(text)
    assert isinstance(caught.value, carreau.BadOption)
    assert en in str(caught.value)
    with carreau.in_language("fr"):
        assert fr in str(caught.value)
    for sentence in caught.value.text:
        assert "\n" not in sentence
        assert len(sentence) < 120


def test_a_third_of_each_code_is_exact_on_the_large_tray_too() -> None:
    """Rule 9: 48 of each code, not 47 and 49."""
    rows = list(our_grids()["CAR_012x012_001"].rows)
    assert rows[-1] == "000000000000"
    with pytest.raises(carreau.BadOption, match="48 cells of each code, not 47/49/48"):
        find_grid("/".join([*rows[:-1], "000000000001"]))


def test_a_grid_is_found_by_reference_or_by_its_rows() -> None:
    """NOTATION: a reference, or the rows as digits, top row first, separated by /."""
    grid = find_grid("CAR_012x012_002")
    assert grid.reference == "CAR_012x012_002"
    assert find_grid("/".join(grid.rows)) == Grid(grid.rows)
    for wanted in ("CAR_012x012_999", "GRI_012x012_001", "../secret", "", "x" * 500, 12, None, ["012"]):
        with pytest.raises(carreau.BadOption, match="CAR_012x012_001 … ") as caught:
            find_grid(wanted)
        assert len(str(caught.value)) < 200
        with carreau.in_language("fr"):
            assert "est refusé ; permis :" in str(caught.value)


# The command


def carreau_command(*arguments: object, language: str = "en") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": f"{language}_{'FR' if language == 'fr' else 'GB'}.UTF-8", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", "carreau", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)


def grid_command(*arguments: object, language: str = "en") -> subprocess.CompletedProcess[str]:
    return carreau_command("grid", *arguments, language=language)


def test_grid_check_accepts_a_good_file(tmp_path: Path) -> None:
    """Rule 9: exit 0, and the option to play it with, which does start that game."""
    path = tmp_path / "mine.txt"
    path.write_text(f"en: thing\n\n{ROWS}\n", encoding="utf-8")
    done = grid_command("check", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("good: 6x6, 12 cells of each code")
    option = done.stdout.split()[-1]
    legal = carreau_command("legal", "012x012", "--option", option)
    assert (legal.returncode, legal.stderr) == (0, "")
    assert legal.stdout.split() == GAME.start(grid=ROWS.replace("\n", "/")).moves()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    ("text", "en", "fr"),
    [
        (ROWS.replace("001000", "001001"), "not 11/13/12", "pas 11/13/12"),
        (f"title: cat\n\n{ROWS}", "unknown header 'title'", "en-tête inconnu « title »"),
        ("not a grid\nat all", "line 1: a row holds", "ligne 1 : une rangée"),
    ],
    ids=["counts", "header", "no grid"],
)
def test_grid_check_refuses_a_bad_file(tmp_path: Path, language: str, text: str, en: str, fr: str) -> None:
    """NOTATION: bad input exits with 2 and one clear line on standard error, never a traceback."""
    path = tmp_path / "bad.txt"
    path.write_text(text, encoding="utf-8")
    done = grid_command("check", path, language=language)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("carreau: ")
    assert {"en": en, "fr": fr}[language] in done.stderr


def test_grid_check_refuses_what_is_no_text_file(tmp_path: Path) -> None:
    """NOTATION: a missing file, a folder and bytes that are no text are bad input too."""
    noise = tmp_path / "noise.txt"
    noise.write_bytes(bytes(range(128, 256)))
    for path in (tmp_path / "missing.txt", tmp_path, noise):
        done = grid_command("check", path)
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith("carreau: ")
    assert grid_command("check").returncode == 2


def test_grid_list_names_every_grid() -> None:
    """Rule 9: references and what they show."""
    done = grid_command("list", language="fr")
    assert done.returncode == 0
    listed = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert listed == {grid.reference: grid.fr[0] for grid in our_grids().values()}
