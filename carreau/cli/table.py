"""A game at this keyboard: people and computers in turn, until it is over or they leave."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import carreau
from carreau.cli import orders
from carreau.cli.asking import in_words
from carreau.cli.completion import completing, completions
from carreau.cli.computers import Computers
from carreau.cli.keeping import Keeper, is_next
from carreau.cli.saving import would_lose_nothing
from carreau.cli.screen import Screen
from carreau.cli.sitting import Sitting, hides_hands, hides_moves, played
from carreau.engines.advice import hint
from carreau.engines.analysis import Analysis
from carreau.engines.programs import can_advise
from carreau.rules.errors import EngineFailed, Error
from carreau.rules.language import Text
from carreau.rules.state import State

RESUME = "carreau play --resume"
LOAD = "carreau play --load"
ANALYSE = "carreau analyse"
MOST_CLAIMS = 4  # in a row, lest two computers never stop talking
MOST_NEWS = 8  # the last events stay beside the board: when only computers play, nobody's turn clears them
OVER = Text("The game is over.", "La partie est finie.")
ALONE = Text("This game has no hints.", "Ce jeu n'a pas de conseils.")
NOT_YOURS = Text(
    "That hand is hidden: let the computer think again, or undo.",
    "Cette main est cachée : laissez l'ordinateur réfléchir à nouveau, ou annulez.",
)
NO_DRAW = Text("No draw: play on.", "Pas de nulle : on continue.")
YES = ("y", "yes", "o", "oui")


class Table:
    """Keyboard, screen and computers around a sitting; every step of it is kept."""

    def __init__(self, sitting: Sitting, *, screen: Screen, computers: Computers, keeper: Keeper) -> None:
        self.sitting = sitting
        self.screen = screen
        self.computers = computers
        self.keeper = keeper
        self.news: list[str] = []  # what happened since somebody last typed a move
        self.is_held_up = False  # the computer that is to move was stopped, or has failed
        self.saves: set[Path] = set()  # of this game, since we sat down
        self.orders: dict[str, Callable[[str], None]] = {
            "hint": self.hint, "moves": self.moves, "undo": self.undo, "board": lambda _: self.show(),
            "position": self.position, "save": self.save, "save!": lambda name: self.save(name, over=True),
            "load": self.load, "draw": self.draw, "resign": self.resign, "again": self.again, "help": self.help,
        }  # fmt: skip

    @property
    def state(self) -> State:
        return self.sitting.state

    # The course of the game

    def run(self) -> None:
        """Until the players leave; Ctrl-C leaves too, and nothing is lost."""
        try:
            self.introduce()
            with completing(self.candidates):
                while self.take_turn():
                    pass
        except KeyboardInterrupt:
            print()
            if self.sitting.past:
                self.keep()  # it may have been in the middle of this
            self.say_goodbye()
            raise

    def introduce(self) -> None:
        game = self.state.game
        short_help = orders.SHORT_HELP if self.sitting.people else orders.WATCHING
        if self.screen.is_coloured:
            self.news = [str(short_help)]
        else:
            self.screen.say(f"{game.name}. {game.idea}", short_help)
        if self.sitting.must_look_away():
            self.arrive()
        else:
            self.show()

    def take_turn(self) -> bool:
        """One computer's move, or one line typed; False when the players leave."""
        computer = self.sitting.computer_to_move
        if computer is not None and not self.is_held_up:
            self.let_move(computer)
            return True
        if self.state.seat in self.sitting.people and not self.sitting.is_over:
            self.computers.ponder(self.state, self.sitting.levels)
        answer = self.screen.ask(self.prompt())
        if answer is None or orders.is_quit(answer):
            if answer is not None or sys.stdin.isatty():
                self.say_goodbye()
            return False
        order, rest = orders.read_order(answer)
        if order in self.orders:
            self.orders[order](rest)
        elif answer:
            self.play(answer)
        else:
            self.is_held_up = False  # Enter: the computer may go on
        return True

    def prompt(self) -> str:
        if self.sitting.is_over:
            return str(
                Text("Finished (again, undo, save FILE, quit): ", "Finie (encore, annuler, sauver FICHIER, quitter) : ")
            )
        assert self.state.seat is not None
        name = self.sitting.name(self.state.seat)
        if self.sitting.computer_to_move is not None:
            return str(Text(
                f"{name}: Enter lets the computer think again; or type its move, undo, save FILE, quit: ",
                f"{name} : Entrée pour que l'ordinateur réfléchisse à nouveau ; ou son coup, annuler, sauver FICHIER, "
                "quitter : ",
            ))  # fmt: skip
        return f"{len(self.state.history) + 1}. {name}{Text(':', ' :')} "

    def candidates(self, line: str) -> list[str]:
        """What TAB offers; in modes that do not show the moves, orders only."""
        is_shown = self.sitting.shows_choices() and not self.sitting.is_over and not hides_moves(self.state)
        moves = self.state.moves() if is_shown else []
        return completions(line, orders.shown_words(), moves, orders.words_for(orders.TAKING_FILES))

    def let_move(self, seat: int) -> None:
        """A computer thinks and moves."""
        level = self.sitting.players[seat].level
        assert level is not None
        thinks = Text(f"{self.sitting.name(seat)} is thinking", f"{self.sitting.name(seat)} réfléchit")
        began = time.monotonic()
        try:
            with self.screen.waiting(str(thinks)) as waiting:
                # Nothing of what it finds is shown: it is the opponent's.
                move = self.computers.move(self.state, level, lambda found: waiting.step(cold_word(found)))
            self.go_on(self.state.play(move))
            if self.sitting.computer_to_move is not None:
                self.screen.linger(began)
        except EngineFailed as error:
            self.is_held_up = True
            self.screen.say(error)
        except KeyboardInterrupt:
            self.is_held_up = True
            self.screen.say(Text("Stopped. Ctrl-C again leaves.", "Arrêté. Ctrl-C encore pour partir."))

    def play(self, answer: str) -> None:
        """A move that somebody typed."""
        if self.sitting.is_over or not self.sitting.shows_choices():
            self.screen.say(OVER if self.sitting.is_over else NOT_YOURS)
            return
        try:
            after = played(self.state, answer)
        except Error as error:
            self.screen.say(error)
            return
        assert after.last_seat is not None
        if self.sitting.players[after.last_seat].is_computer and self.sitting.computer_to_move is None:
            name = self.sitting.full_name(after.last_seat)
            self.screen.say(Text(f"{name} speaks for itself.", f"{name} parle pour lui-même."))
            return
        self.is_held_up = False
        self.news = []
        self.go_on(after)

    def go_on(self, after: State) -> None:
        """To the position after a move, and to what computers have to say about it."""
        self.step_to(after)
        for _ in range(MOST_CLAIMS):
            claimed = self.claimed()
            if claimed is None:
                break
            self.step_to(claimed)
        self.arrive()

    def step_to(self, after: State) -> None:
        self.sitting.go_on(after)
        seat = after.last_seat
        assert seat is not None
        move = after.history[-1].removeprefix(f"{seat}:")
        remarks = [after.remark] if after.remark else []
        self.news = [*self.news, f"{self.sitting.name(seat)}{Text(':', ' :')} {move}", *remarks][-MOST_NEWS:]
        if not self.screen.is_coloured:
            name = self.sitting.full_name(seat)
            self.screen.say(Text(f"{name} plays {move}.", f"{name} joue {move}."), *remarks)
        self.keep()

    def claimed(self) -> State | None:
        """The position after what a computer points out, in a game of claims; None if none does."""
        if self.sitting.is_over or not hides_moves(self.state):
            return None
        for seat, player in enumerate(self.sitting.players):
            if player.level is not None:
                claim = self.computers.claim(self.state, seat, player.level)
                if claim is not None:
                    return self.state.play(claim, seat)
        return None

    def arrive(self) -> None:
        """Show the position to whoever may see it; before another person looks, the last one looks away."""
        if self.sitting.must_look_away():
            assert self.state.seat is not None
            self.screen.hand_over(self.sitting.full_name(self.state.seat))
        self.sitting.look()
        is_on_its_way = self.sitting.computer_to_move is not None and bool(self.sitting.people)
        if self.screen.is_coloured or not is_on_its_way:  # a board read aloud at every step would be too much
            self.show()

    def show(self) -> None:
        self.screen.show(self.sitting.scene(), self.sitting.labels(), self.news)

    # Orders

    def position(self, _: str) -> None:
        self.screen.say(self.sitting.seen())

    def moves(self, _: str) -> None:
        """The legal moves; in the modes that do not show them, a word about why."""
        if self.sitting.is_over or not self.sitting.shows_choices():
            self.screen.say(OVER if self.sitting.is_over else NOT_YOURS)
        elif hides_moves(self.state):
            self.screen.say(
                Text("In this mode nobody is shown the moves.", "Dans ce mode, les coups ne sont pas montrés.")
            )
        else:
            self.screen.say(" ".join(self.state.moves()))

    def help(self, _: str) -> None:
        self.screen.say(self.state.game.notation, orders.long_help())

    def hint(self, _: str) -> None:
        if self.sitting.is_over or not can_advise(self.state) or not self.sitting.shows_choices():
            self.screen.say(OVER if self.sitting.is_over else NOT_YOURS if can_advise(self.state) else ALONE)
            return
        try:
            with self.screen.waiting(str(Text("Looking for a good move", "Je cherche un bon coup"))) as waiting:
                found = self.computers.advice(
                    self.state, lambda found: waiting.step(f"  {found.best}{cold_word(found)}")
                )
        except EngineFailed as error:
            self.screen.say(error)
        except KeyboardInterrupt:
            self.screen.say(Text("No hint, then.", "Pas de conseil, donc."))
        else:
            self.screen.say(*hint(found, choices=len(self.state.moves()), alone=self.state.seats == 1))

    def undo(self, _: str) -> None:
        if not self.sitting.take_back():
            self.screen.say(Text("Nothing to take back.", "Rien à annuler."))
            return
        self.is_held_up = not self.sitting.people  # a spectator wants to look, not to see the same move again
        self.news = [str(Text("Taken back.", "Coup repris."))]
        if not self.screen.is_coloured:
            self.screen.say(*self.news)
        self.keep()
        self.arrive()

    def again(self, _: str) -> None:
        if not self.sitting.is_over:
            self.screen.say(Text("This game is not over.", "La partie n'est pas finie."))
            return
        self.begin(Sitting(self.state.rematch(), self.sitting.players), Keeper())

    def begin(self, sitting: Sitting, keeper: Keeper) -> None:
        """Another game at the same table."""
        if len(sitting.people) > 1:
            sitting.viewer = self.sitting.viewer if self.sitting.viewer in sitting.people else None
        self.sitting, self.keeper = sitting, keeper
        self.news, self.is_held_up, self.saves = [], False, set()
        self.arrive()

    @property
    def speaker(self) -> int | None:
        """Who gives an order: the person to move; while a computer is held up, the person at the screen."""
        return self.state.seat if self.state.seat in self.sitting.people else self.sitting.viewer

    def resign(self, _: str) -> None:
        if self.sitting.is_over:
            self.screen.say(OVER)
        elif self.speaker is None:
            self.screen.say(Text("Only players resign.", "Seuls les joueurs abandonnent."))
        else:
            self.break_off(f"{self.speaker}:resign")

    def draw(self, _: str) -> None:
        """An offer to all the others: people are asked, computers think about it."""
        speaker = self.speaker
        if self.sitting.is_over or self.state.seats == 1:
            alone = Text("There is nobody to agree with.", "Il n'y a personne avec qui s'accorder.")
            self.screen.say(OVER if self.sitting.is_over else alone)
            return
        if speaker is None:
            self.screen.say(Text("Only players offer a draw.", "Seuls les joueurs proposent la nulle."))
            return
        if any(other != speaker for other in self.sitting.people) and not self.others_agree():
            return
        for other, player in enumerate(self.sitting.players):
            if player.is_computer and not self.computer_agrees(other, speaker):
                return
        self.break_off("draw")

    def others_agree(self) -> bool:
        question = Text("Do the others agree? (yes/no) ", "Les autres sont-ils d'accord ? (oui/non) ")
        agree = (self.screen.ask(str(question)) or "").lower() in YES
        if not agree:
            self.screen.say(NO_DRAW)
        return agree

    def computer_agrees(self, seat: int, speaker: int) -> bool:
        thinks = Text(f"{self.sitting.name(seat)} considers it", f"{self.sitting.name(seat)} y réfléchit")
        try:
            with self.screen.waiting(str(thinks)):
                agrees = self.computers.takes_draw(self.state, seat, offered_by=speaker)
        except EngineFailed as error:
            self.screen.say(error)
            return False
        except KeyboardInterrupt:
            self.screen.say(NO_DRAW)
            return False
        if not agrees:
            name = self.sitting.full_name(seat)
            self.screen.say(Text(f"{name} would rather play on.", f"{name} préfère continuer."))
        return agrees

    def break_off(self, ending: str) -> None:
        self.sitting.ending = ending
        self.news, self.is_held_up = [], False
        self.keep()
        self.show()

    # Files

    def keep(self) -> None:
        """So that nothing can lose the game, not even a kill or a power cut."""
        was_well = self.keeper.trouble is None
        self.keeper.keep(self.state.game.id, self.sitting.record())
        if was_well and self.keeper.trouble is not None:
            why = self.keeper.trouble
            self.tell(Text(f"This game cannot be kept ({why}); use save FILE.",
                           f"Impossible de garder cette partie ({why}) ; utilisez sauver FICHIER."))  # fmt: skip
        elif self.keeper.was_taken:
            self.tell(Text("This game is played elsewhere too; what is played here is kept in a file of its own.",
                           "Cette partie se joue aussi ailleurs ; ce qui se joue ici est gardé dans un fichier à part.",
                           ))  # fmt: skip

    def tell(self, news: Text) -> None:
        """So that it is still there when the board has been drawn again."""
        self.news = [*self.news, str(news)][-MOST_NEWS:]
        if not self.screen.is_coloured:
            self.screen.say(news)

    def say_goodbye(self) -> None:
        """Where the game is, and what can be done with it."""
        if self.keeper.file is None or not self.keeper.has_kept:
            return
        if not self.sitting.is_over:
            command = RESUME if is_next(self.keeper.file) else f"{LOAD} {shlex.quote(str(self.keeper.file))}"
            self.screen.say(
                Text(f"The game is kept; go on with: {command}", f"La partie est gardée ; reprendre : {command}")
            )
        elif self.state.seats > 1:
            self.screen.say(Text(f"To look back at the game: {ANALYSE}", f"Pour revoir la partie : {ANALYSE}"))

    def save(self, name: str, *, over: bool = False) -> None:
        """Into a file; `over` another one only when that is said."""
        if not name:
            self.screen.say(Text("save FILE: name a file", "sauver FICHIER : nommez un fichier"))
            return
        try:
            file = Path(name).expanduser().resolve()
            if not (over or file in self.saves or would_lose_nothing(file, self.sitting)):
                self.screen.say(Text(f"{name} exists and does not hold this game; to write over it: save! {name}",
                                     f"{name} existe et ne contient pas cette partie ; pour l'écraser : sauver! {name}",
                                     ))  # fmt: skip
                return
            file.write_text(self.sitting.record(), encoding="utf-8")
        except (OSError, ValueError, RuntimeError) as error:  # no such folder; a name that no file can have; no home
            self.screen.say(in_words(error))
            return
        self.saves.add(file)
        command = f"{LOAD} {shlex.quote(name)}"
        self.screen.say(Text(f"Saved; go on with: {command}", f"Enregistré ; reprendre : {command}"))
        if hides_hands(self.state):
            self.screen.say(Text("The file holds all hands.", "Le fichier contient toutes les mains."))

    def load(self, name: str) -> None:
        if not name:
            self.screen.say(Text("load FILE: name a file", "charger FICHIER : nommez un fichier"))
            return
        try:
            record = carreau.read_record(Path(name).expanduser().read_text(encoding="utf-8"))
        except (OSError, ValueError, RuntimeError, Error) as error:
            self.screen.say(in_words(error))
        else:
            self.begin(Sitting.of(record), Keeper.of(Path(name).expanduser()))


def cold_word(found: Analysis) -> str:
    return str(Text(" (getting ready)", " (mise en route)")) if found.cold else ""
