"""Hostile input: feed mutated files to the readers of files, and tell what did more than accept or refuse them.

    python tools/fuzz.py front-end BENCH --inputs 100000 --seed 1     C programs of a corpus and of the tests
    python tools/fuzz.py readers --inputs 1000000 --seed 1            all other readers
    python tools/fuzz.py readers --only witness --show 17             prints input 17 of a reader

``BENCH`` is a folder with C files, of which those below 8 kB are taken.  The same seed gives the same inputs.  The table tells
how many inputs were accepted, how many were refused with an error for users, and how many are findings: another exception, a
crash, a limit, a file opened that nobody named.  Progress goes to stderr; a campaign that is interrupted prints its table, and
``--first N`` goes on with input N of each reader.  The exit code is 1 if there are findings.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tools.fuzzing.campaign import Reader, Tally

_TURNS = 50
"""Readers take turns, so that a campaign that is interrupted has fed all of them."""


def main(arguments: list[str] | None = None) -> int:
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # however this is started
    args = _parser().parse_args(arguments)
    readers = _readers(args)
    if args.show is not None:
        return _show(readers, args)
    return _run(readers, args)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Feed mutated files to the readers of Whet.")
    parser.add_argument("what", choices=("front-end", "readers"))
    parser.add_argument("bench", nargs="*", type=Path, help="folders with C files, for the front end")
    parser.add_argument("--inputs", type=int, default=10_000, help="in all")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first input of each reader")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", metavar="NAME", help="only the reader of this name")
    parser.add_argument("--show", type=int, metavar="N", help="print input N of a reader and feed nothing")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write the first input of every kind of finding there")
    return parser


def _readers(args: argparse.Namespace) -> list[Reader]:
    from tools.fuzzing.c_reader import front_end
    from tools.fuzzing.reader_list import all_readers

    found = [front_end(args.bench)] if args.what == "front-end" else all_readers()
    chosen = [reader for reader in found if args.only in ("", reader.name)]
    if not chosen:
        sys.exit(f"there is no reader '{args.only}'; known are {', '.join(reader.name for reader in found)}")
    return chosen


def _show(readers: list[Reader], args: argparse.Namespace) -> int:
    from tools.fuzzing.campaign import input_of

    for reader in readers:
        sys.stdout.buffer.write(input_of(reader, args.seed, args.show))
    return 0


def _run(readers: list[Reader], args: argparse.Namespace) -> int:
    from tools.fuzzing.campaign import Tally, campaign, kinds, table

    weights = sum(reader.weight for reader in readers)
    tallies = [Tally(reader.name) for reader in readers]
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for turn in range(_TURNS):
            for reader, tally in zip(readers, tallies, strict=True):
                count = -(-args.inputs * reader.weight // weights)
                numbers = range(args.first + count * turn // _TURNS, args.first + count * (turn + 1) // _TURNS)
                campaign(reader, tally, seed=args.seed, numbers=numbers)
                _tell(tally)
                _keep(reader, tally, args)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    print("\n".join([*table(tallies), *kinds(tallies)]))
    return 1 if any(tally.findings for tally in tallies) else 0


def _tell(tally: Tally) -> None:
    kinds = "; ".join(f"{what} ({len(found)}, first {found[0].index})" for what, found in tally.kinds().items())
    print(f"{tally.reader}: {tally.inputs} inputs, {len(tally.findings)} findings {kinds}", file=sys.stderr, flush=True)


def _keep(reader: Reader, tally: Tally, args: argparse.Namespace) -> None:
    from tools.fuzzing.campaign import input_of

    if args.keep is None:
        return
    args.keep.mkdir(parents=True, exist_ok=True)
    for found in tally.kinds().values():
        name = f"{reader.name}-{args.seed}-{found[0].index}{reader.suffix}"
        (args.keep / name).write_bytes(input_of(reader, args.seed, found[0].index))


if __name__ == "__main__":
    sys.exit(main())
