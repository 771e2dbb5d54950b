"""How well configurations are chosen by features, on published results of other tools (experiments/choice.md).

    python tools/choice_experiment.py features BENCH FEATURES.csv --workers 2
    python tools/choice_experiment.py run BENCH FEATURES.csv --of svcomp18 --repetitions 10 --plot choice.svg
    python tools/choice_experiment.py time BENCH FEATURES.csv --of svcomp18

The corpus tells of 2,219 tasks which of six analyses of CPAchecker and which of ten tools of SV-COMP 2018 solved them.  It tells
neither wrong answers nor times nor memory: whoever did not solve a task gave up or was wrong, and counts as one that gave up.  So
there are two classes, nobody loses points, all have the same speed, and the only operator is the probability.

Ten times, 60 percent of the tasks are learnt from and the others asked about; tasks with equal features are on one side.
Tasks come in an order in which every part from the beginning is a stratified sample, large programs last, so features may be of
some of them only.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from whet.campaign.learning import FeatureFile
from whet.campaign.plots import Standpoint, reliability_plot, svg_text
from whet.campaign.records import BenchTask
from whet.campaign.sets import load_set
from whet.portfolio.choose import Operator, chosen_by_model
from whet.portfolio.choosing.machines import Label
from whet.portfolio.choosing.measuring import FEATURES_VERSION, MeasuredFeatures, NotMeasured, feature_names
from whet.portfolio.choosing.model_file import read_model, write_model
from whet.portfolio.choosing.observations import Observation, ObservedTask
from whet.portfolio.choosing.protocol import BY_CATEGORY, VIRTUAL_BEST, Repetition, StrategyTally, choice_name, repetition
from whet.portfolio.choosing.training import GRIDS, Training, train
from whet.portfolio.choosing.weights import Potential

LARGE = 100_000
"""Bytes of a program that comes late."""
GROUPS = {
    "cpa18": ("VA-NoCEGAR", "VA-CEGAR", "KI", "PA", "BMC", "BAM"),
    "svcomp18": ("2ls", "cbmc", "cpaseq", "depthk", "esbmcincr", "esbmckind", "symbiotic", "uautomizer", "ukojak", "utaipan"),
}
CHOICE = choice_name(Operator.PROBABILITY)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=("features", "run", "time"))
    parser.add_argument("bench", type=Path, help="the folder of the tasks")
    parser.add_argument("features", type=Path, help="a CSV file, made by the first action")
    parser.add_argument("--of", choices=tuple(GROUPS), default="cpa18")
    parser.add_argument("--repetitions", type=int, default=10)
    parser.add_argument("--potential", choices=tuple(Potential), default=Potential.LITERAL)
    parser.add_argument("--unweighted", action="store_true", help="all tasks count the same in training")
    parser.add_argument("--grid", choices=tuple(GRIDS), default="coarse")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--plot", type=Path, metavar="FILE.svg")
    arguments = parser.parse_args()
    published = read_published(arguments.bench)
    tasks = in_order([task for task in load_set(str(arguments.bench)) if task.name in published], published)
    features = FeatureFile.read(arguments.features)
    if arguments.action == "features":
        print(f"computed {features.complete(tasks, workers=arguments.workers)}")
        return
    found = observed(tasks, published, features, arguments.of)
    if arguments.action == "run":
        run(arguments, found, missing(tasks, features))
    else:
        print(decision_times(found))


def read_published(bench: Path) -> dict[str, Mapping[str, str]]:
    with (bench / "manifest.csv").open(newline="", encoding="utf-8") as file:
        return {row["id"]: row for row in csv.DictReader(file) if row["cpa18_known"] == row["svcomp18_known"] == "yes"}


def in_order(tasks: Sequence[BenchTask], published: Mapping[str, Mapping[str, str]]) -> list[BenchTask]:
    strata: dict[tuple[str, bool | None], list[BenchTask]] = {}
    for task in tasks:
        strata.setdefault((task.svcomp_set, task.expected), []).append(task)
    places: dict[str, tuple[float, str]] = {}
    for stratum in strata.values():
        ordered = sorted(stratum, key=lambda task: (int(published[task.name]["bytes"]) > LARGE, _shuffle_key(task)))
        places |= {task.name: ((number + 0.5) / len(ordered), task.name) for number, task in enumerate(ordered)}
    return sorted(tasks, key=lambda task: places[task.name])


def _shuffle_key(task: BenchTask) -> str:
    return hashlib.sha256(f"1 {task.name}".encode()).hexdigest()


def observed(
    tasks: Sequence[BenchTask], published: Mapping[str, Mapping[str, str]], features: FeatureFile, group: str
) -> list[ObservedTask]:
    """Those with features."""
    found = []
    for task in tasks:
        measured = features.of(task)
        if isinstance(measured, MeasuredFeatures):
            solved = published[task.name][f"{group}_solved_by"].split(";")
            runs = {name: Observation(label=Label.CORRECT if name in solved else Label.UNKNOWN) for name in GROUPS[group]}
            vector = tuple(measured.values[name] for name in feature_names())
            found.append(
                ObservedTask(name=task.name, category=task.svcomp_set, holds=bool(task.expected), features=vector, runs=runs)
            )
    return found


def missing(tasks: Sequence[BenchTask], features: FeatureFile) -> int:
    """How many have none because they could not be computed."""
    return sum(isinstance(features.of(task), NotMeasured) for task in tasks)


def run(arguments: argparse.Namespace, tasks: Sequence[ObservedTask], without: int) -> None:
    how = Training(potential=Potential(arguments.potential), weighted=not arguments.unweighted, grid=arguments.grid)
    single = partial(_repetition, tasks, how)
    with ProcessPoolExecutor(max_workers=arguments.workers) as pool:
        done = list(pool.map(single, range(arguments.repetitions)))
    means = {name: StrategyTally.mean([each.tallies[name] for each in done]) for name in done[0].tallies}
    different = len({task.features for task in tasks})
    print(f"{len(tasks)} tasks with features ({without} could not be computed), {different} of them different;")
    print(f"{arguments.of}, weights {how.to_json()['potential']}, grid {how.grid}, mean of {len(done)} splits:\n")
    print("| | solved | of 100 | score | how often chosen |\n|---|---|---|---|---|")
    for name in sorted(means, key=lambda name: means[name].score):
        chosen = statistics.mean(each.chosen[name] for each in done) if name in done[0].chosen else None
        print(_line(name, means[name], chosen))
    deviation = statistics.stdev(each.tallies[CHOICE].score for each in done) if len(done) > 1 else 0.0
    print(f"\nStandard deviation of the score of the choice: {deviation:.1f}; beside the best single one of the same split:")
    print(f"{sum(_beats_singles(each) for each in done)} of {len(done)} splits are won.")
    print(f"A decision after the features takes {1000 * statistics.mean(each.seconds for each in done):.1f} ms.")
    if arguments.plot is not None:
        arguments.plot.write_text(svg_text(reliability_plot([_point(name, tally) for name, tally in means.items()])))


def decision_times(tasks: Sequence[ObservedTask]) -> str:
    """CPU time of a decision with a model of all tasks, whose machines are not the best, but as large."""
    model = train(tasks, feature_names(), features_version=FEATURES_VERSION, how=Training(grid="quick"))
    names = [known.name for known in model.configurations]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        write_model(model, path)
        times = [_decision_time(str(path), task, names) for task in tasks[:: max(1, len(tasks) // 50)]]
        size = path.stat().st_size
    reading, deciding = (1000 * statistics.median(column) for column in zip(*times, strict=True))
    return (
        f"{len(names)} configurations, {len(model.vectors)} vectors, {size // 1000} kB; median CPU time of {len(times)}: "
        f"{reading:.1f} ms to read the model, {deciding:.1f} ms to choose"
    )


def _decision_time(path: str, task: ObservedTask, names: Sequence[str]) -> tuple[float, float]:
    started = time.process_time()
    model = read_model(path)
    read = time.process_time()
    chosen_by_model(model, dict(zip(model.features, task.features, strict=True)), names)
    return read - started, time.process_time() - read


def _repetition(tasks: Sequence[ObservedTask], how: Training, number: int) -> Repetition:
    return repetition(tasks, feature_names(), number=number, how=how)


def _beats_singles(done: Repetition) -> bool:
    return done.tallies[CHOICE].score > max(done.tallies[name].score for name in done.chosen)


def _line(name: str, tally: StrategyTally, chosen: float | None) -> str:
    often = "" if chosen is None else f"{100 * chosen / tally.tasks:.0f} %"
    return f"| {name} | {tally.correct:.1f} | {100 * tally.correct / tally.tasks:.1f} | {tally.score:.1f} | {often} |"


def _point(name: str, tally: StrategyTally) -> Standpoint:
    return Standpoint(
        name=name,
        correct=100 * tally.correct / tally.tasks,
        wrong=100 * tally.wrong / tally.tasks,
        score=tally.score,
        marker="s" if name in (BY_CATEGORY, VIRTUAL_BEST) else "o",
        is_filled=name == CHOICE,
    )


if __name__ == "__main__":
    main()
