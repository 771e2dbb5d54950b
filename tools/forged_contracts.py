"""Contracts that their functions break: does one of them lead to a TRUE?

    python tools/forged_contracts.py run [FUNCTION...] [--results FILE]
    python tools/forged_contracts.py table FILE

``forged_contracts.toml`` has small functions with contracts that they keep, and forged ones: too strong ``ensures``, too weak
``requires``, too small ``assigns``.  With each forged contract goes a program that would be right if the function kept it.

* *compiled*: gcc's program with sanitizers fails, as it should;
* *replaced*: the verdict of ``whet verify --replace FUNCTION`` for the program, which must not be TRUE; it may be refused;
* *alone*: the verdict of ``whet verify --entry FUNCTION`` for the function and the forged contract, which must not be TRUE
  unless the contract is only about what the function leaves unwritten.

The contracts that are kept are the counter-test: with them, *replaced* is TRUE for a program that is right.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from whet.cli.main import main as whet

LIST: Final = Path(__file__).resolve().parent / "forged_contracts.toml"
KEPT: Final = "kept"
UNWRITTEN: Final = "unwritten"
"""The function keeps the contract, and leaves a place without a value that the contract lets callers read."""
REFUSED: Final = "ERROR"
_KEYS: Final = ("requires", "ensures", "assigns")
_GCC: Final = ("gcc", "-w", "-g", "-ftrivial-auto-var-init=pattern", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
"""What is not written has a pattern, which is no truth value."""
_TIME: Final = os.environ.get("FORGED_TIME", "60s")


@dataclass(frozen=True)
class Case:
    """A function with a contract, and a program that calls it."""

    function: str
    kind: str
    """What is forged; ``KEPT`` if nothing is."""
    program: str
    contract: str
    """As ``whet.toml`` has it."""
    by_entry: bool = False
    """Does ``--replace`` refuse the function, so that ``--entry`` alone checks its contract?"""
    is_bounded: bool = False
    """Does ``--entry`` follow pointers only so far that there is no proof?"""

    @property
    def is_kept(self) -> bool:
        return self.kind == KEPT


@dataclass(frozen=True)
class Record:
    function: str
    kind: str
    number: int
    compiled: str
    """``fails`` or ``passes``."""
    replaced: str
    alone: str
    seconds: float

    @property
    def is_wrong(self) -> bool:
        """Is there a verdict that the contract must not have?"""
        if self.kind == UNWRITTEN:
            return self.compiled != "fails" or self.replaced == "TRUE"
        if self.kind == KEPT:
            return self.compiled != "passes" or "FALSE" in (self.replaced, self.alone)
        return self.compiled != "fails" or "TRUE" in (self.replaced, self.alone)


def cases(names: Sequence[str] = ()) -> Iterator[Case]:
    for each in tomllib.loads(LIST.read_text())["function"]:
        if not names or each["name"] in names:
            for changed in ({"kind": KEPT, "main": each["main"]}, *each["forged"]):
                yield _case({**each, **changed})


def _case(values: Mapping[str, Any]) -> Case:
    contract = [f"[entry.{values['name']}]", *(f"{key} = {json.dumps(values[key])}" for key in _KEYS if key in values)]
    program = f"#include <assert.h>\n{values['text'].strip()}\nint main(void) {{ {values['main']} return 0; }}\n"
    ways = (values.get("by_entry", False), values.get("bounded", False))
    return Case(values["name"], values["kind"], program, "\n".join([*contract, ""]), *ways)


def verdict(words: Sequence[str]) -> tuple[str, str]:
    """TRUE, FALSE or UNKNOWN as ``whet verify`` prints it, and all that it printed."""
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        whet(["verify", "p.c", "--quiet", "--time-limit", _TIME, *words])
    found = [line for line in printed.getvalue().splitlines() if line.startswith("Verdict: ")]
    return (found[-1].removeprefix("Verdict: ").partition("(")[0].strip() if found else "ERROR"), printed.getvalue()


def fails_compiled() -> bool:
    subprocess.run([*_GCC, "p.c", "-o", "p"], check=True)
    return subprocess.run(["./p"], capture_output=True, check=False).returncode != 0


def record(case: Case, number: int) -> Record:
    before = os.times()
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("p.c").write_text(case.program)
        Path("whet.toml").write_text(case.contract)
        compiled = "fails" if fails_compiled() else "passes"
        replaced, alone = verdict(["--replace", case.function])[0], verdict(["--entry", case.function])[0]
    used = sum(os.times()[:4]) - sum(before[:4])
    return Record(case.function, case.kind, number, compiled, replaced, alone, round(used, 2))


def run(names: Sequence[str], results: Path | None) -> int:
    wrong = 0
    for number, case in enumerate(cases(names)):
        found = record(case, number)
        wrong += found.is_wrong
        line = json.dumps(asdict(found))
        print(f"{'WRONG ' if found.is_wrong else ''}{line}", flush=True)
        if results is not None:
            with results.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
    return 1 if wrong else 0


def table(records: Sequence[Record]) -> Iterator[str]:
    verdicts = ("TRUE", "FALSE", "UNKNOWN")
    heads = ("fails compiled", *(f"{way} {each}" for way in ("replaced", "alone") for each in verdicts), "refused")
    yield f"| kind | contracts | {' | '.join(heads)} | wrong |"
    yield f"|---|{'---:|' * (len(heads) + 2)}"
    kinds = [*dict.fromkeys(each.kind for each in records if each.kind != KEPT), KEPT]
    for kind in (*kinds, "all forged"):
        rows = [each for each in records if each.kind == kind or (kind == "all forged" and each.kind != KEPT)]
        count = Counter(f"replaced {each.replaced}" for each in rows) + Counter(f"alone {each.alone}" for each in rows)
        count["refused"] = sum(each.replaced == REFUSED for each in rows)
        count["fails compiled"] = sum(each.compiled == "fails" for each in rows)
        cells = (kind, len(rows), *(count[each] for each in heads), sum(each.is_wrong for each in rows))
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""
    yield f"{sum(each.seconds for each in records):.0f} s of CPU time."


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run")
    running.add_argument("functions", nargs="*")
    running.add_argument("--results", type=Path)
    commands.add_parser("table").add_argument("file", type=Path)
    args = parser.parse_args()
    if args.command == "run":
        return run(args.functions, args.results)
    records = [Record(**json.loads(line)) for line in args.file.read_text(encoding="utf-8").splitlines()]
    print("\n".join(table(records)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
