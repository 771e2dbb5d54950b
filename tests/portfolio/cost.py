"""What a race costs on a small program, against one configuration alone: ``python -m tests.portfolio.cost [REPEATS]``."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAM = """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0;
  if (n > 10) x = 1;
  if (x == 1 && n <= 10)
    reach_error();
  return 0;
}
"""
RUNS = (["--config", "refsel"], ["--config", "race"], ["--config", "race", "--set", "race.processors=3"])


def cpu_seconds(arguments: list[str], file: str) -> float:
    """Of all processes of the command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "whet", "verify", "--quiet", "--time-limit", "15s", *arguments, file]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(repeats: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "program.c"
        file.write_text(PROGRAM)
        rounds = [[cpu_seconds(arguments, str(file)) for arguments in RUNS] for _ in range(repeats)]
    for arguments, seconds in zip(RUNS, zip(*rounds, strict=True), strict=True):
        sys.stdout.write(f"{min(seconds):.2f}s {' '.join(arguments)}\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
