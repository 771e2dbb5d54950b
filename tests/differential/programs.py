"""Random programs with known truth, verified: every verdict is compared with what gcc's runs on all inputs say.

    python -m tests.differential.programs --count 1000 --presets all --seconds 5 --jobs 2 --results FILE
    python -m tests.differential.programs --shrink SEED PRESET
    python -m tests.differential.programs --show SEED

Each answer is appended to the results as it comes; a run with the same file leaves out what is there.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tests.differential.answers import FINDINGS, Answer, Kind, answer_of, configuration
from tests.differential.generator import Program, draft, generate
from tests.differential.shrinking import shrink
from tests.differential.truth import Compiler, truth_of
from whet.task.configuration import preset_names


@dataclass(frozen=True, slots=True)
class Work:
    """A seed and the presets that still have to answer."""

    seed: int
    presets: tuple[str, ...]
    folder: Path
    seconds: float


def answers(work: Work) -> list[Answer]:
    program = generate(work.seed, work.folder)
    return [answer_of(program, preset, work.folder, work.seconds) for preset in work.presets]


def load(results: Path | None) -> list[Answer]:
    if results is None or not results.exists():
        return []
    return [_answer(json.loads(line)) for line in results.read_text().splitlines()]


def _answer(fields: dict[str, object]) -> Answer:
    known = Answer(**fields)  # type: ignore[arg-type]  # written by to_json
    return replace(known, kind=Kind(known.kind), features=tuple(known.features))


def wanted(args: argparse.Namespace, done: Iterable[Answer], folder: Path) -> Iterator[Work]:
    """What is not among the results yet."""
    finished = {(answer.seed, answer.preset) for answer in done}
    for seed in range(args.first, args.first + args.count):
        presets = tuple(preset for preset in args.presets if (seed, preset) not in finished)
        if presets and _is_wanted(seed, only=args.only, avoid=args.avoid):
            yield Work(seed, presets, folder, args.seconds)


def _is_wanted(seed: int, *, only: list[str], avoid: list[str]) -> bool:
    """By its features; the first attempt of a seed stands for all."""
    features = draft(seed).writer.parts.features.keys() if only or avoid else set()
    return features.isdisjoint(avoid) and not (only and features.isdisjoint(only))


def campaign(args: argparse.Namespace, folder: Path) -> int:
    everything = load(args.results)
    for preset in args.presets:
        configuration(preset)  # before the fork, so that every worker has it
    with multiprocessing.get_context("fork").Pool(args.jobs) as pool:
        for found in pool.imap_unordered(answers, list(wanted(args, everything, folder))):
            everything += found
            _append(args.results, found)
            for answer in found:
                if answer.kind in FINDINGS:
                    print(_line(answer), flush=True)
    print(summary(everything))
    return 1 if any(answer.kind in FINDINGS for answer in everything) else 0


def _append(results: Path | None, found: list[Answer]) -> None:
    if results is not None:
        with results.open("a") as file:
            file.writelines(json.dumps(answer.to_json()) + "\n" for answer in found)


def _line(answer: Answer) -> str:
    features = f" [{', '.join(answer.features)}]" if answer.features else ""
    truth = "TRUE" if answer.truth else "FALSE"
    return f"seed {answer.seed} {answer.preset} {answer.machine}: {answer.kind}: {answer.verdict}, truth {truth}{features}"


def summary(everything: list[Answer]) -> str:
    """A line for each preset, one for its proofs, one for the findings with each feature."""
    presets: defaultdict[str, Counter[Kind]] = defaultdict(Counter)
    features: defaultdict[str, set[int]] = defaultdict(set)
    for answer in everything:
        presets[answer.preset][answer.kind] += 1
        if answer.kind in FINDINGS:
            features[", ".join(answer.features) or "no special feature"].add(answer.seed)
    lines = [f"{preset}: " + ", ".join(f"{counts[kind]} {kind}" for kind in Kind) for preset, counts in sorted(presets.items())]
    lines += [f"proofs of {preset}: {_proofs(preset, everything)}" for preset in sorted(presets)]
    lines += [f"findings with {name}: {len(seeds)} programs, first seed {min(seeds)}" for name, seeds in sorted(features.items())]
    return "\n".join(lines)


def _proofs(preset: str, everything: list[Answer]) -> str:
    counts = Counter(answer.proof for answer in everything if answer.preset == preset and answer.proof)
    return ", ".join(f"{count} {words}" for words, count in counts.most_common()) or "none"


# ------------------------------------------------------------------------------------------------------- one program


def reduced(program: Program, preset: str, folder: Path, seconds: float) -> Program:
    """The smallest program found that has the same truth, and the same kind of answer."""
    kind = answer_of(program, preset, folder, seconds).kind
    compiler = Compiler(folder, program.machine)

    def interesting(text: str) -> bool:
        smaller = replace(program, text=text)
        if answer_of(smaller, preset, folder, seconds).kind is not kind:
            return False
        return truth_of(text, program.inputs, compiler, defined=program.defined) is program.truth

    return replace(program, text=shrink(program.text, interesting))


def show_shrunk(seed: int, preset: str, args: argparse.Namespace, folder: Path) -> int:
    program = generate(seed, folder)
    answer = answer_of(program, preset, folder, args.seconds)
    if answer.kind in FINDINGS:
        program = reduced(program, preset, folder, args.seconds)
    print(f"{_line(answer)}\n{program.text}")
    return 0


def show(seed: int, folder: Path) -> int:
    program = generate(seed, folder)
    truth = "TRUE" if program.truth else "FALSE"
    print(f"// seed {seed}, {program.machine}, {program.inputs}, truth {truth}, features {program.features}")
    print(program.text, end="")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Verify random programs whose truth is known.")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--presets", default="all", help="names with commas between them, or all")
    parser.add_argument("--seconds", type=float, default=5, help="CPU time for one verdict")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path, help="answers are added here, and those that are there are not asked for again")
    parser.add_argument("--only", action="append", default=[], metavar="FEATURE", help="take programs with this feature only")
    parser.add_argument("--avoid", action="append", default=[], metavar="FEATURE", help="leave out programs with this feature")
    parser.add_argument("--shrink", nargs=2, metavar=("SEED", "PRESET"), help="reduce the program of a finding")
    parser.add_argument("--show", type=int, metavar="SEED", help="print a program and its truth")
    args = parser.parse_args()
    args.presets = preset_names() if args.presets == "all" else args.presets.split(",")
    return args


def main() -> int:
    args = _arguments()
    with tempfile.TemporaryDirectory(prefix="programs") as name:
        folder = Path(name)
        if args.show is not None:
            return show(args.show, folder)
        if args.shrink is not None:
            return show_shrunk(int(args.shrink[0]), args.shrink[1], args, folder)
        return campaign(args, folder)


if __name__ == "__main__":
    sys.exit(main())
