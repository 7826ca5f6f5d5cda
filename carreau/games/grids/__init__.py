"""Picture grids for 012x012: ours, and the check of one's own.

A grid file has header lines (`reference: …`, `en: names of the motif`, `fr: …`, all optional for one's
own), an empty line, then the rows of codes, top row first.
"""

from __future__ import annotations

import base64
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from carreau.rules.errors import BadOption
from carreau.rules.language import Text, guillemets
from carreau.rules.options import bad_option

SIZES = (6, 12)
ARTICLES = ("a", "an", "the", "un", "une", "le", "la", "les", "l", "des", "du")


@dataclass(frozen=True)
class Grid:
    """Rows of codes 0, 1, 2, and the names of the motif they show, if it has one."""

    rows: tuple[str, ...]
    reference: str = ""
    en: tuple[str, ...] = ()
    fr: tuple[str, ...] = ()

    @property
    def motif(self) -> Text | None:
        return Text(self.en[0], self.fr[0]) if self.en and self.fr else None

    @property
    def text(self) -> str:
        """How options, positions and records name the grid: one of ours by its reference."""
        if self.reference in our_grids() and our_grids()[self.reference] == self:
            return self.reference
        motif = ";".join(",".join(names) for names in (self.en, self.fr)) if self.en else ""
        return "/".join(self.rows) + ("?" + _veiled(motif) if motif else "")

    @property
    def codes(self) -> list[int]:
        return [int(code) for row in self.rows for code in row]

    def is_motif(self, guess: str) -> bool:
        return _plain(guess) in {_plain(name) for name in self.en + self.fr}


def _plain(name: str) -> str:
    """A name without accents, case, articles and punctuation, so that a good guess counts."""
    letters = unicodedata.normalize("NFKD", name.casefold().replace("œ", "oe"))
    kept = "".join(c if c.isalnum() else " " for c in letters if not unicodedata.combining(c))
    words = kept.split()
    while len(words) > 1 and words[0] in ARTICLES:
        words.pop(0)
    return " ".join(words)


def read_grid(text: str) -> Grid:
    """The grid that a file holds; BadOption says what is wrong with it."""
    headers: dict[str, str] = {}
    rows: list[str] = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        key, colon, value = line.partition(":")
        if colon and not rows:
            headers[key.strip().lower()] = value.strip()
        elif line.strip():
            row = line.replace(" ", "").strip()
            if not set(row) <= set("012"):
                raise BadOption(
                    Text(f"line {number}: a row holds the codes 0, 1, 2, not {row[:20]!r}",
                         f"ligne {number} : une rangée contient les codes 0, 1, 2, pas {guillemets(row[:20])}")
                )  # fmt: skip
            rows.append(row)
    unknown = set(headers) - {"reference", "en", "fr"}
    if unknown:
        name = sorted(unknown)[0][:20]
        raise BadOption(
            Text(f"unknown header {name!r}; headers: reference, en, fr",
                 f"en-tête inconnu {guillemets(name)} ; en-têtes : reference, en, fr")
        )  # fmt: skip
    en, fr = _names(headers.get("en", "")), _names(headers.get("fr", ""))
    return checked(Grid(tuple(rows), headers.get("reference", ""), en or fr, fr or en))  # one language is enough


def checked(grid: Grid) -> Grid:
    """The grid, if it is square, of a size we play, and holds each code on a third of its cells (rule 9)."""
    size = len(grid.rows)
    if size not in SIZES or any(len(row) != size for row in grid.rows):
        widths = ", ".join(sorted({str(len(row)) for row in grid.rows})) or "0"
        raise BadOption(
            Text(f"a grid is 12 rows of 12 codes or 6 of 6, not {size} rows of {widths}, rule 9",
                 f"une grille fait 12 rangées de 12 codes ou 6 de 6, pas {size} de {widths}, règle 9")
        )  # fmt: skip
    counts = ["".join(grid.rows).count(code) for code in "012"]
    if len(set(counts)) > 1:
        third = size * size // 3
        shown = "/".join(map(str, counts))
        raise BadOption(
            Text(f"a grid holds {third} cells of each code, not {shown} of 0/1/2, rule 9",
                 f"une grille contient {third} cases de chaque code, pas {shown} de 0/1/2, règle 9")
        )  # fmt: skip
    return grid


def references() -> tuple[str, ...]:
    """The names of our grids, small ones first."""
    return tuple(sorted(file.stem for file in Path(__file__).parent.glob("*.txt")))


@cache
def our_grids() -> dict[str, Grid]:
    """The grids that come with Carreau, by reference."""
    files = sorted(Path(__file__).parent.glob("CAR_*.txt"))
    grids = [read_grid(file.read_text(encoding="utf-8")) for file in files]
    return {grid.reference: grid for grid in sorted(grids, key=lambda g: (-len(g.rows), g.reference))}


def find_grid(wanted: object) -> Grid:
    """A grid by reference, from a grid file's text, or from its rows as digits separated by `/`.

    The names of the motif may follow the rows after a `?`, veiled: so positions and records keep one's own.
    """
    if isinstance(wanted, str) and len(wanted) < 5000:
        if wanted in our_grids():
            return our_grids()[wanted]
        if "\n" in wanted:
            return read_grid(wanted)
        rows, _, motif = wanted.partition("?")
        if rows and set(rows) <= set("012/"):
            en, _, fr = _unveiled(motif).partition(";")
            return checked(Grid(tuple(rows.split("/")), "", _names(en or fr), _names(fr or en)))
    references = list(our_grids())
    some = f"{references[0]} … {references[-1]}"
    raise bad_option("grid", wanted, Text(f"{some}, or the rows as digits separated by /",
                                          f"{some}, ou les rangées en chiffres séparées par /"))  # fmt: skip


def _veiled(motif: str) -> str:
    """The names of a motif so that nobody reads them by accident: it is to be guessed (rule 7)."""
    return base64.urlsafe_b64encode(motif.encode()).decode().rstrip("=")


def _unveiled(text: str) -> str:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
    except (ValueError, UnicodeDecodeError):
        raise BadOption(Text("the names after ? cannot be read", "les noms après ? sont illisibles")) from None


def _names(text: str) -> tuple[str, ...]:
    """The names of a motif, from a list with commas; a space may be written `_`."""
    names = (" ".join(name.replace("_", " ").split()) for name in text.split(","))
    return tuple(name for name in names if name)
