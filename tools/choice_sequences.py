"""What sequences of configurations would have solved, by the results of campaigns (experiments/choice.md).

    python tools/choice_sequences.py results/choice results/choice-safety --features features.csv --seconds 8

A sequence shares the time of a task: each member has its share of what is left, and one that ends early leaves the rest to the
others.  What a member does in a share is read off its run with all of the time: it has its verdict if that came soon enough.
Ten times, a model is trained with 60 percent of the tasks; everything is counted on the others.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from whet.campaign.learning import FeatureFile, observed_tasks, taught_rows
from whet.portfolio.choose import MemberChoice, chosen_by_model, chosen_by_rules
from whet.portfolio.choosing.machines import Label
from whet.portfolio.choosing.measuring import feature_names
from whet.portfolio.choosing.model import ChoiceModel
from whet.portfolio.choosing.observations import ObservedTask, configurations_of
from whet.portfolio.choosing.protocol import PART
from whet.portfolio.choosing.splits import split
from whet.portfolio.choosing.training import Training, train

Shares = Mapping[str, int]
FIXED: tuple[Shares, ...] = ({"ki": 1}, {"refsel": 1}, {"ki": 1, "refsel": 1}, {"ki": 4, "df": 1, "refsel": 2})
REPETITIONS = 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--features", type=Path, required=True)
    parser.add_argument("--seconds", type=float, required=True, help="of CPU time that a run had")
    args = parser.parse_args()
    features = FeatureFile.read(args.features)
    tasks = observed_tasks(list(taught_rows(args.folders)), features)
    points, solved = Counter[str](), Counter[str]()
    for number in range(REPETITIONS):
        learnt, asked = split([task.features for task in tasks], part=PART, seed=number)
        model = train([tasks[index] for index in learnt], feature_names(), features_version=0, how=Training(seed=0))
        for name, strategy in strategies(model, configurations_of(tasks)).items():
            scores = [score(tasks[index], strategy(tasks[index]), args.seconds) for index in asked]
            points[name] += sum(scores)
            solved[name] += sum(1 for each in scores if each)
    print(f"{'sequence':28} {'solved':>7} {'score':>7}")
    for name in points:
        print(f"{name:28} {solved[name] / REPETITIONS:7.1f} {points[name] / REPETITIONS:7.1f}")


def strategies(model: ChoiceModel, names: Sequence[str]) -> dict[str, Callable[[ObservedTask], Shares]]:
    def by_model(most: int) -> Callable[[ObservedTask], Shares]:
        return lambda task: _shares(chosen_by_model(model, _features(task), names, most=most))

    found: dict[str, Callable[[ObservedTask], Shares]] = {f"model, at most {most}": by_model(most) for most in (1, 2, 3)}
    found["rules"] = lambda task: _shares(chosen_by_rules(_features(task), names, why="nobody asks"))
    for fixed in FIXED:
        found[", ".join(f"{name} {share}" for name, share in fixed.items())] = partial(_always, fixed)
    return found


def _always(shares: Shares, _: ObservedTask) -> Shares:
    return shares


def _features(task: ObservedTask) -> dict[str, float]:
    return dict(zip(feature_names(), task.features, strict=True))


def _shares(choice: MemberChoice) -> Shares:
    return dict(zip(choice.members, choice.shares, strict=True))


def score(task: ObservedTask, shares: Shares, seconds: float) -> int:
    """Of the first member that has a verdict in its part of the time."""
    left, rest = seconds, sum(shares.values())
    for name, share in shares.items():
        part, run = left * share / rest, task.runs[name]
        used = seconds if run.cpu_seconds is None else run.cpu_seconds
        if run.label is not Label.UNKNOWN and used <= part:
            return task.score(name)
        left, rest = left - min(used, part), rest - share
    return 0


if __name__ == "__main__":
    main()
