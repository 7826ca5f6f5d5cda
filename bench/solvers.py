"""How long the solvers take, asked as people ask them: `carreau solve …`, in a folder of its own.

Run by `make bench`. Each question is asked twice, and the second time counts: the first may have to compile. Times are
with start-up, which is the first line, and on all cores.
"""

from __future__ import annotations

import resource
import shlex
import subprocess
import sys
import tempfile
import time

START = "games"
QUESTIONS = {
    "start-up": START,
    "United Square, all solutions of one set": "solve united-square --sets 1 --count",
    "United Square, all solutions of two sets": "solve united-square --sets 2 --count",
    "United Square, all 24 borders of two sets": "solve united-square --sets 2 --count --every-border",
    "United Square, duel with ten tiles left": "solve united-square --position '.,BRYG,BGYR,BYRG,./"
    ".,YRBG,YGBR,RBYG,RGYB/.,BYRG,BGRY,YRBG,YGBR/.,RBYG,RGYB,.,./.,YBRG,YGRB,.,. "
    "BGRY,BGYR,BRGY,BYGR,BYRG/BGRY,BGRY,BGRY,BRYG,BYRG 0 duel B,R/G,Y open'",
    "Squadro, the first 400 layers": "solve squadro --layers 400",
    "Unlur, side 3 from the start": "solve unlur --option side=3",
    "012x012, a 6x6 taquin": "solve 012x012 --option mode=taquin --option tray=5 --option grid=CAR_006x006_002",
    "012x012, a 12x12 taquin": "solve 012x012 --option mode=taquin --option tray=5",
    "012x012, a puzzle": "solve 012x012 --option mode=puzzle",
}


def asked(command: str) -> tuple[float, float, str]:
    """Seconds on the clock and of the processor, and the last line of the answer."""
    with tempfile.TemporaryDirectory() as folder:
        kept = [] if command == START else ["--folder", folder]
        before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        words = [sys.executable, "-m", "carreau", *shlex.split(command), *kept]
        done = subprocess.run(words, capture_output=True, text=True)
        took, after = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()
    return took, used, lines[-1] if lines else ""


def main() -> None:
    print(f"{'':<42}{'seconds':>9}{'CPU':>8}   answer")
    for name, command in QUESTIONS.items():
        asked(command)
        took, used, answer = asked(command)
        print(f"{name:<42}{took:>9.2f}{used:>8.2f}   {answer[:70]}", flush=True)


if __name__ == "__main__":
    main()
