"""What reuse saves: a repository with commits of small edits, and ``whet ci`` on each of them with and without what was kept.

    python tools/ci_history.py DIR --modules json,slip,utf8 --commits 20

DIR has C files ``NAME_ok.c``.  The repository is made in a temporary folder.  Edits are comments and functions that nobody calls,
statements that change the program and not its properties, and a bug that the next commit takes out again.  Prints a table of CPU
time, and whether both ways found the same.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

_MAIN = "int main(void)\n{\n"
KINDS = ("comment", "statement", "function", "statement", "bug", "mended")
_TARGET = re.compile(r"Target: (\S+): (\w+).*\((.*), [\d.]+s\)")


def edited(text: str, kind: str, number: int) -> str:
    assert _MAIN in text, "the edits look for main"
    match kind:
        case "comment":
            return text.replace(_MAIN, f"/* commit {number} */\n\n{_MAIN}")
        case "function":
            return text.replace(_MAIN, f"static int unused_{number}(int x)\n{{\n    return x;\n}}\n\n{_MAIN}")
        case "statement":
            return text.replace(_MAIN, f"{_MAIN}    int probe_{number} = {number};\n    probe_{number}++;\n")
        case "bug":
            return text.replace(_MAIN, f"{_MAIN}    int zero = 0;\n    zero = 1 / zero;\n")
        case _:
            return text.replace("    int zero = 0;\n    zero = 1 / zero;\n", "")


def edits(modules: list[str], commits: int) -> Iterator[tuple[str, str]]:
    """(module, kind): a bug is mended where it was made."""
    for number in range(commits):
        kind = KINDS[number % len(KINDS)]
        yield modules[(number - (kind == "mended")) % len(modules)], kind


def git(folder: Path, *arguments: str) -> None:
    known = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *known, *arguments], cwd=folder, check=True, capture_output=True)


def run(folder: Path, *arguments: str) -> tuple[float, list[str], Counter[str]]:
    """CPU seconds, what was found, and where the verdicts came from."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "whet", "ci", "--quiet", *arguments]
    lines = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout.splitlines()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    targets = [match for line in lines if (match := _TARGET.match(line))]
    found = [f"{each[1]}: {each[2]}" for each in targets] + [line for line in lines if line.startswith("Found")]
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, found, Counter(each[3] for each in targets)


def make(folder: Path, source: Path, modules: list[str], limit: str) -> None:
    targets = "".join(f'\n[[ci.target]]\nfiles = ["{name}_ok.c"]\n' for name in modules)
    (folder / "whet.toml").write_text(f'[ci]\ntime_limit = "{limit}"\n{targets}')
    (folder / ".gitignore").write_text(".cache\n")
    for name in modules:
        (folder / f"{name}_ok.c").write_bytes((source / f"{name}_ok.c").read_bytes())
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "begin")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("source", type=Path)
    parser.add_argument("--modules", default="json,slip,utf8")
    parser.add_argument("--commits", type=int, default=20)
    parser.add_argument("--time-limit", default="20s")
    args = parser.parse_args()
    modules = args.modules.split(",")
    with tempfile.TemporaryDirectory(prefix="whet-history-") as temporary:
        folder = Path(temporary)
        make(folder, args.source, modules, args.time_limit)
        begin, _, _ = run(folder, "--cache", ".cache")
        print(f"first run, nothing kept: {begin:.1f}s of CPU time", flush=True)
        return compare(folder, modules, args.commits)


def compare(folder: Path, modules: list[str], commits: int) -> int:
    total, same, ways = [0.0, 0.0], 0, Counter[str]()
    print("| commit | edit | fresh | reusing | verdicts from | same findings |\n|---|---|---|---|---|---|")
    for number, (module, kind) in enumerate(edits(modules, commits), 1):
        file = folder / f"{module}_ok.c"
        file.write_text(edited(file.read_text(), kind, number))
        git(folder, "commit", "--quiet", "--all", "--message", kind)
        fresh, wanted, _ = run(folder, "--fresh")
        again, found, sources = run(folder, "--cache", ".cache")
        total = [total[0] + fresh, total[1] + again]
        same += found == wanted
        ways += sources
        told = ", ".join(f"{count} {source}" for source, count in sources.items())
        print(f"| {number} | {module}: {kind} | {fresh:.1f}s | {again:.1f}s | {told} | {found == wanted} |", flush=True)
    told = ", ".join(f"{count} {source}" for source, count in ways.items())
    print(f"| all | | {total[0]:.1f}s | {total[1]:.1f}s | {told} | {same} of {commits} |")
    return 0 if same == commits else 1


if __name__ == "__main__":
    sys.exit(main())
