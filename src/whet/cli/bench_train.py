"""``whet bench train``: learn from campaigns which configuration suits which program."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from whet.campaign.learning import FeatureFile, observed_tasks, taught_rows
from whet.cli.console import CommandError, Console
from whet.cli.exit_codes import ExitCode
from whet.portfolio.choosing.machines import Label
from whet.portfolio.choosing.measuring import FEATURES_VERSION, NotMeasured, feature_names
from whet.portfolio.choosing.model import ChoiceModel
from whet.portfolio.choosing.model_file import write_model
from whet.portfolio.choosing.observations import ObservedTask, total_score
from whet.portfolio.choosing.protocol import BY_CATEGORY, VIRTUAL_BEST, StrategyTally, medals, repetition
from whet.portfolio.choosing.training import GRIDS, Notes, Training, train
from whet.portfolio.choosing.weights import Potential


def add_train_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="campaigns; where several have a run, the last one counts")
    parser.add_argument(
        "--features", required=True, metavar="FILE.csv", help="the features of their tasks; what is missing is added"
    )
    parser.add_argument("--output", required=True, metavar="MODEL.json", help="what was learnt, for --set auto.model=MODEL.json")
    parser.add_argument(
        "--potential", choices=[*map(str, Potential)], default=Potential.LITERAL, help="of a task (default: literal)"
    )
    parser.add_argument(
        "--grid", choices=tuple(GRIDS), default="coarse", help="where C and gamma are looked for (default: coarse)"
    )
    parser.add_argument("--folds", type=int, default=3, metavar="N", help="of cross-validation (default: 3)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of folds and splits (default: 0)")
    parser.add_argument(
        "--repetitions",
        type=int,
        default=0,
        metavar="N",
        help="also train with 60%% of the tasks so often, and test with the others",
    )
    parser.add_argument("--workers", type=int, default=1, metavar="N", help="programs whose features are computed at a time")


def run_training(args: argparse.Namespace) -> ExitCode:
    if args.folds < 2:
        raise CommandError(f"--folds {args.folds}: cross-validation needs two at least")
    how = Training(potential=Potential(args.potential), grid=args.grid, folds=args.folds, seed=args.seed)
    rows = list(taught_rows(map(Path, args.folders)))
    programs = [row.run.task for row in rows]
    features = FeatureFile.read(Path(args.features))
    computed = features.complete(programs, workers=args.workers)
    if computed:
        args.console.note(f"computed the features of {computed} programs")
    _tell_problems(args.console, features)
    tasks = observed_tasks(rows, features)
    notes = Notes()
    model = train(tasks, feature_names(), features_version=FEATURES_VERSION, how=how, notes=notes)
    write_model(model, Path(args.output))
    args.console.result("\n".join(_summary(model, tasks, notes)))
    if args.repetitions:
        args.console.result("\n".join(_tested(tasks, how, args.repetitions)))
    return ExitCode.TRUE


def _tell_problems(console: Console, features: FeatureFile) -> None:
    problems = [found.why for found in features.rows.values() if isinstance(found, NotMeasured)]
    for why in dict.fromkeys(problems):
        console.note(f"{problems.count(why)} programs without features: {why}")


def _summary(model: ChoiceModel, tasks: Sequence[ObservedTask], notes: Notes) -> list[str]:
    lines = [f"{'configuration':16} {'correct':>7} {'unknown':>7} {'wrong':>5} {'score':>5}  {'C':>8} {'gamma':>8}  told right"]
    for known in model.configurations:
        labels = [task.runs[known.name].label for task in tasks if known.name in task.runs]
        counts = "{:7} {:7} {:5}".format(*(labels.count(label) for label in Label))
        found = notes.found.get(known.name)
        learnt = (
            "always the same" if found is None else f"{found.penalty:8g} {found.gamma:8g}  {found.accuracy:.0%} of the weight"
        )
        lines.append(f"{known.name:16} {counts} {total_score(tasks, known.name):5}  {learnt}")
    return [*lines, f"{len(tasks)} tasks, {model.data.runs} runs; the best single one is {model.winner}"]


def _tested(tasks: Sequence[ObservedTask], how: Training, repetitions: int) -> list[str]:
    done = [repetition(tasks, feature_names(), number=number, how=how) for number in range(repetitions)]
    won = medals(done)
    lines = ["", f"{'on 40% of the tasks':24} {'correct':>7} {'unknown':>7} {'wrong':>6} {'score':>7} {'medals':>8}"]
    for name in done[0].tallies:
        mean = StrategyTally.mean([each.tallies[name] for each in done])
        counts = "" if name in (BY_CATEGORY, VIRTUAL_BEST) else "/".join(map(str, won.get(name, (0, 0, 0))))
        numbers = f"{mean.correct:7.1f} {mean.unknown:7.1f} {mean.wrong:6.1f} {mean.score:7.1f}"
        lines.append(f"{name:24} {numbers} {counts:>8}".rstrip())
    milliseconds = 1000 * sum(each.seconds for each in done) / len(done)
    return [*lines, f"means of {repetitions} splits; a decision takes {milliseconds:.1f} ms after the features"]
