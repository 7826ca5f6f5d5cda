"""`carreau match`: two players against each other, many games on all cores, with what they prove."""

from __future__ import annotations

import argparse
import datetime
import math
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from carreau.cli.asking import add_options, options_of
from carreau.cli.numbers import whole
from carreau.cli.progress import ProgressLine, duration
from carreau.engines.contest.games import Played, Setting, record_of
from carreau.engines.contest.match import Match
from carreau.engines.contest.players import EXAMPLES, read_player
from carreau.rules.language import Text, decimal, guillemets, shortened
from carreau.solvers.cores import cores

MOST_GAMES = 1_000_000
DESCRIPTION = Text(
    "Play a match between two players and say what it proves. Games come in rounds from one random opening (the same "
    "deal and the same first seat), with A in each place in turn and B in all others; where there are two places, a "
    "round is a pair. In team games a place is a team. Draws and shared wins count in parts. An engine that crashes, "
    "is late or plays an illegal move loses that game.",
    "Jouer un match entre deux joueurs et dire ce qu'il prouve. Les parties vont par tours à partir d'une ouverture "
    "au hasard (même donne, même premier siège), A prenant chaque place à son tour et B toutes les autres ; à deux "
    "places, un tour est une paire. En équipes, une place est une équipe. Nulles et gains partagés comptent en "
    "fractions. Un moteur qui s'arrête, tarde ou joue un coup interdit perd cette partie.",
)
EPILOG = Text(
    "Examples: carreau match 5 4 squadro --games 200 · carreau match 0.3s uct:0.3s unlur --option side=6 --json m.json "
    "· carreau match 8 'cmd:./prog --fast@1s' squaryd --sprt 0,50. The error bars hold the truth 19 times out of 20 "
    "and take the round as their unit (for pairs: the pentanomial model). --sprt=-10,10 for numbers below zero.",
    "Exemples : carreau match 5 4 squadro --games 200 · carreau match 0.3s uct:0.3s unlur --option side=6 --json "
    "m.json · carreau match 8 'cmd:./prog --fast@1s' squaryd --sprt 0,50. Les marges d'erreur contiennent la vérité "
    "19 fois sur 20 et prennent le tour pour unité (par paires : modèle pentanomial). --sprt=-10,10 sous zéro.",
)


def add_to(verbs: Any) -> None:
    help = Text("play a match between two players", "jouer un match entre deux joueurs")
    verb = verbs.add_parser("match", help=str(help), description=str(DESCRIPTION), epilog=str(EPILOG))
    verb.add_argument("a", metavar="A", help=str(EXAMPLES))
    verb.add_argument("b", metavar="B", help=str(Text("the same", "de même")))
    verb.add_argument(
        "game", metavar=str(Text("GAME", "JEU")), help=str(Text("its id (carreau games)", "son nom (carreau games)"))
    )
    add_options(verb)
    verb.add_argument(
        "--games", type=whole(1, MOST_GAMES), default=100, metavar="N",
        help=str(Text("how many, 100 unless told", "combien, 100 par défaut")),
    )  # fmt: skip
    verb.add_argument(
        "--openings", type=whole(0, 200), metavar="PLIES",
        help=str(Text("random moves before the players start; enough for 500 different openings unless told",
                      "coups au hasard avant les joueurs ; assez pour 500 ouvertures par défaut")),
    )  # fmt: skip
    verb.add_argument(
        "--balanced", action="store_true",
        help=str(Text("only openings in which a quick look sees two even chances (two seats)",
                      "seulement des ouvertures où un coup d'œil voit des chances égales (deux sièges)")),
    )  # fmt: skip
    verb.add_argument(
        "--seed", type=whole(0, 2**31), default=0, metavar="S",
        help=str(Text("another number draws other openings", "un autre nombre tire d'autres ouvertures")),
    )  # fmt: skip
    verb.add_argument(
        "--alone", action="store_true",
        help=str(Text("A takes one seat even where seats are allied", "A prend un seul siège, même en équipes")),
    )  # fmt: skip
    verb.add_argument(
        "--jobs", type=whole(1, 1000), default=cores(), metavar="N",
        help=str(Text("games at a time, as many as cores unless told", "parties à la fois, autant que de cœurs")),
    )  # fmt: skip
    verb.add_argument(
        "--json", type=Path, metavar="FILE",
        help=str(Text("keep every game there; if it exists, go on with it",
                      "y garder chaque partie ; s'il existe, continuer")),
    )  # fmt: skip
    verb.add_argument(
        "--records", type=Path, metavar="DIR",
        help=str(Text("write a record a game into that folder", "écrire chaque partie dans ce dossier")),
    )  # fmt: skip
    verb.add_argument(
        "--sprt", type=_bounds, metavar="ELO0,ELO1",
        help=str(Text("stop as soon as it is decided which of the two differences is nearer the truth",
                      "s'arrêter dès qu'il est décidé laquelle des deux différences est la plus proche du vrai")),
    )  # fmt: skip
    verb.set_defaults(run=_match)


def _bounds(text: str) -> tuple[float, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low = high = math.nan
    if not -2000 <= low < high <= 2000:
        raise argparse.ArgumentTypeError(
            str(
                Text(
                    f"{text!r} is not ELO0,ELO1, the smaller first",
                    f"{guillemets(text)} : ELO0,ELO1, le plus petit d'abord",
                )
            )
        )
    return low, high


def _match(arguments: argparse.Namespace) -> None:
    players = read_player(arguments.a), read_player(arguments.b)
    setting = Setting(
        arguments.game,
        options_of(arguments),
        players,
        arguments.seed,
        arguments.openings,
        arguments.alone,
        arguments.balanced,
    )
    if arguments.records:  # said now, not after the first game
        arguments.records.mkdir(parents=True, exist_ok=True)
    with Match(setting, arguments.games, file=arguments.json, test=arguments.sprt) as match:
        progress = _Progress(match)
        try:
            with closing(match.play(arguments.jobs)) as games:
                progress.show(progress.line(), at_once=True)
                for played in games:
                    progress.show(progress.line(), at_once=True)
                    if arguments.records:
                        _write_record(arguments.records, setting, played)
        finally:
            progress.clear()
            if match.played:
                print(table(match))


def _write_record(folder: Path, setting: Setting, played: Played) -> None:
    today = datetime.date.today().isoformat()
    (folder / f"{played.number + 1:04}.txt").write_text(record_of(setting, played, date=today), encoding="utf-8")


class _Progress(ProgressLine):
    """The standing of a match."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.before = len(match.played)
        self.started = time.monotonic()

    def line(self) -> str:
        match = self.match
        done, now = len(match.played), match.estimate
        parts = [f"{done}/{match.games}", f"{_tally(match)}"]
        if done:
            parts.append(f"Elo {_signed(now.elo)} ± {_plain(now.elo_error)}")
        if match.test:
            parts.append(f"LLR {decimal(match.ratio, 2)} (±{decimal(match.test.bound, 2)})")
        if done > self.before:
            left = (time.monotonic() - self.started) / (done - self.before) * (match.games - done)
            parts.append(str(Text(f"{duration(left)} left", f"encore {duration(left)}")))
        return "  ".join(parts)


def _tally(match: Match) -> str:
    """Won, drawn, lost: player A's."""
    scores = [played.score for played in match.played]
    won, lost = scores.count(1.0), scores.count(0.0)
    return f"+{won} ={len(scores) - won - lost} -{lost}"


def _signed(elo: float) -> str:
    return "±∞".replace("±", "+" if elo > 0 else "-") if math.isinf(elo) else f"{elo:+.0f}"


def _plain(elo: float) -> str:
    return "∞" if math.isinf(elo) else f"{elo:.0f}"


def table(match: Match) -> str:
    """The standing of a match, for people."""
    return "\n".join([*_players(match), "", *_proof(match), "", *_by_seat(match), *_troubles(match)])


def _players(match: Match) -> list[str]:
    setting = match.setting
    options = " ".join(f"{name}={value}" for name, value in setting.options.items())
    seed = Text("seed", "graine")
    lines = [" ".join(filter(None, [setting.game, options, f"({seed} {setting.seed})"]))]
    heads = [
        Text("won", "gagné"), Text("drawn", "nul") if match.sides == 2 else Text("shared", "partagé"),
        Text("lost", "perdu"), Text("score", "score"),
        Text("time a move", "temps par coup"), Text("longest", "le plus long"),
    ]  # fmt: skip
    names = [shortened(player.text) for player in setting.players]
    width = max(12, *(len(name) + 4 for name in names))
    lines.append(" " * width + "".join(f"{head!s:>15}" for head in heads))
    scores = [played.score for played in match.played]
    won, lost, score = scores.count(1.0), scores.count(0.0), match.estimate.score
    rows = [(won, lost, score), (lost, won, 1 - score)]
    for which, (gained, given, share) in enumerate(rows):
        plies = sum(played.plies[which] for played in match.played)
        spent = sum(played.seconds[which] for played in match.played) / max(1, plies)
        longest = max((played.longest[which] for played in match.played), default=0.0)
        cells = [str(gained), str(len(scores) - won - lost), str(given), _percent(share), _time(spent), _time(longest)]
        name = f"{'AB'[which]}  {names[which]}"
        lines.append(f"{name:<{width}}" + "".join(f"{cell:>15}" for cell in cells))
    return lines


def _percent(share: float) -> str:
    return f"{decimal(100 * share)} %"


def _time(seconds: float) -> str:
    return f"{decimal(1000 * seconds)} ms" if seconds < 1 else f"{decimal(seconds, 2)} s"


def _proof(match: Match) -> list[str]:
    now = match.estimate
    many = Text("A's share of wins is", "la part de gains de A est de")
    scores = Text("A scores", "A marque") if match.sides == 2 else many
    margin = f"{_percent(now.low)} – {_percent(now.high)}"
    lines = [
        str(Text(f"{scores.en} {_percent(now.score)} ({margin}, 95 %), {_percent(now.expected)} if as strong as B",
                 f"{scores.fr} {_percent(now.score)} ({margin}, 95 %), {_percent(now.expected)} à force égale")),
        str(Text(f"Elo {_signed(now.elo)} ± {_plain(now.elo_error)} "
                 f"({_signed(now.elo_low)} to {_signed(now.elo_high)}, 95 %)",
                 f"Elo {_signed(now.elo)} ± {_plain(now.elo_error)} "
                 f"({_signed(now.elo_low)} à {_signed(now.elo_high)}, 95 %)")),
        str(Text(f"likelihood that A is stronger: {_percent(now.superiority)}",
                 f"probabilité que A soit plus fort : {_percent(now.superiority)}")),
    ]  # fmt: skip
    if match.test:
        verdict = match.verdict
        if verdict is None:
            said = Text("not decided", "pas décidé")
        elif verdict == match.test.elo1:
            said = Text(f"decided: {verdict:g} or more", f"décidé : {verdict:g} ou plus")
        else:
            said = Text(f"decided: {verdict:g} or less", f"décidé : {verdict:g} ou moins")
        likelihood = f"LLR {decimal(match.ratio, 2)} (±{decimal(match.test.bound, 2)})"
        low, high = f"{match.test.elo0:g}", f"{match.test.elo1:g}"
        lines.append(
            str(Text(f"sequential test of Elo {low} against {high}: {likelihood}, {said.en}",
                     f"test séquentiel, Elo {low} contre {high} : {likelihood}, {said.fr}"))
        )  # fmt: skip
    return lines


def _by_seat(match: Match) -> list[str]:
    """How often each seat won, whoever sat there, and how A did in each place."""
    lengths = [len(played.moves.split()) for played in match.played]
    mean = sum(lengths) / len(lengths)
    lines = [str(Text(f"{decimal(mean)} plies a game", f"{decimal(mean)} coups par partie"))]
    state = match.start
    for seat in range(state.seats):
        name = state.game.seat_name(state.raw_board, state.raw_state, seat)
        shares = [1 / len(played.winners) for played in match.played if seat in played.winners]
        here = [played.score for played in match.played if played.seats[seat] == "A"]
        label = str(Text(f"seat {seat}, {name.en}", f"siège {seat}, {name.fr}"))
        wins = _percent(sum(shares) / len(match.played))
        as_a = _percent(sum(here) / len(here)) if here else "-"
        lines.append(
            str(Text(f"{label}: wins {wins}; A scores {as_a} there", f"{label} : gagne {wins} ; A y marque {as_a}"))
        )
    return lines


def _troubles(match: Match) -> list[str]:
    lines = []
    cold = sum(played.cold for played in match.played)
    if cold:
        warn = Text(
            f"{cold} moves were found before the machine code was ready: run carreau warm first",
            f"{cold} coups ont été trouvés avant que le code soit compilé : lancez d'abord carreau warm",
        )
        lines.append(str(warn))
    for played in match.played:
        if played.note:
            who = f"{played.failed}: " if played.failed else ""
            lines.append(str(Text(f"game {played.number + 1}: {who}{played.note}",
                                  f"partie {played.number + 1} : {who}{played.note}")))  # fmt: skip
    return ["", *lines] if lines else []
