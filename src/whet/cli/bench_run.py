"""``whet bench run`` and ``whet bench resume``: plan a campaign in a folder, and do what is missing of it."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from whet import __version__
from whet.campaign.cluster import LOCAL, Cluster, connected
from whet.campaign.driver import Finish, drive
from whet.campaign.driver_lock import driving
from whet.campaign.experiment import DEFAULT_SIZE, load_experiment
from whet.campaign.ledger import Ledger
from whet.campaign.records import Run, RunLimits, ToolConfiguration
from whet.campaign.sets import TaskSelection, load_set
from whet.cli.bench_progress import observer_on
from whet.cli.bench_views import print_tables
from whet.cli.configuring import add_override_argument
from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode
from whet.cli.reading import duration, size
from whet.core.configuration import load_configuration
from whet.runtime.limits import elapsed_limit
from whet.task.configuration import DEFAULT_CONFIGURATION
from whet.task.errors import read_text

CORPUS_VARIABLE = "WHET_CORPUS"


def add_run_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", metavar="SET", help="a corpus folder, a folder or glob of tasks, or an experiment FILE.toml")
    parser.add_argument("--output", required=True, metavar="FOLDER", help="the campaign's folder: ledger and outputs")
    group = parser.add_argument_group("for an experiment")
    group.add_argument("--corpus", metavar="FOLDER", help=f"the corpus it selects from (default: the variable {CORPUS_VARIABLE})")
    group.add_argument("--size", default=DEFAULT_SIZE, metavar="NAME", help=f"one of its sizes (default: {DEFAULT_SIZE})")
    group = parser.add_argument_group("for a set")
    group.add_argument("--configs", default=DEFAULT_CONFIGURATION, metavar="A,B", help="presets to run each task with")
    group.add_argument("--subset", metavar="NAME", help="a subset of the corpus")
    group.add_argument("--category", action="append", default=[], metavar="PATTERN", help="such as 'ldv-*' (may be repeated)")
    group.add_argument("--property", action="append", default=[], metavar="NAME", help="such as no-overflow (may be repeated)")
    group.add_argument("--verdict", choices=("true", "false"), help="only tasks with this expected verdict")
    group.add_argument("--min-lines", type=int, metavar="N", help="only tasks with at least so many lines")
    group.add_argument("--max-lines", type=int, metavar="N", help="only tasks with at most so many lines")
    group.add_argument("--sample", type=int, metavar="N", help="at most so many, spread over categories and verdicts")
    group.add_argument("--seed", type=int, default=TaskSelection().seed, metavar="N", help="of the sample (default: 1)")
    group.add_argument("--time-limit", type=duration, default=15.0, metavar="TIME", help="CPU time of a run (default: 15s)")
    group.add_argument("--memory-limit", type=size, default=2 << 30, metavar="SIZE", help="memory of a run (default: 2GB)")
    add_override_argument(group)
    _add_cluster_arguments(parser)


def add_resume_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="the campaign")
    _add_cluster_arguments(parser)


def _add_cluster_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cluster", default=LOCAL, metavar="ADDRESS", help="a Ray cluster, or local (the default): this machine")
    parser.add_argument("--workers", type=int, metavar="N", help="runs at a time on this machine (default: its processors)")
    parser.add_argument("--quiet", action="store_true", help="show no progress and no tables")


def run_campaign(args: argparse.Namespace) -> ExitCode:
    folder = Path(args.output)
    runs, metadata = _experiment(args) if args.what.endswith(".toml") else _set(args)
    with driving(folder), _ledger(folder, metadata) as ledger:
        ledger.plan(runs)
    return _finish(args, folder)


def resume(args: argparse.Namespace) -> ExitCode:
    return _finish(args, Path(args.folder))


def _experiment(args: argparse.Namespace) -> tuple[list[Run], dict[str, str]]:
    experiment = load_experiment(args.what)
    corpus = args.corpus or os.environ.get(CORPUS_VARIABLE)
    if corpus is None:
        raise CommandError(f"an experiment selects from a corpus: give --corpus FOLDER, or set {CORPUS_VARIABLE}")
    about = {"title": experiment.title, "experiment": read_text(args.what), "experiment_file": args.what, "size": args.size}
    return experiment.runs(corpus, args.size), about


def _set(args: argparse.Namespace) -> tuple[list[Run], dict[str, str]]:
    selection = TaskSelection(
        subset=args.subset,
        categories=tuple(args.category),
        properties=tuple(args.property),
        verdict=None if args.verdict is None else args.verdict == "true",
        min_lines=args.min_lines,
        max_lines=args.max_lines,
        sample=args.sample,
        seed=args.seed,
    )
    cpu = args.time_limit
    limits = RunLimits(cpu_seconds=cpu, wall_seconds=elapsed_limit(cpu), memory_bytes=args.memory_limit)
    tasks = load_set(args.what, selection)
    configurations = [_configuration(name, args.overrides) for name in args.configs.split(",")]
    runs = [Run(task=task, configuration=configuration, limits=limits) for task in tasks for configuration in configurations]
    return runs, {"title": f"{args.what}: {args.configs}"}


def _configuration(preset: str, overrides: list[str]) -> ToolConfiguration:
    load_configuration(preset, overrides)  # a mistake would fail in every run
    settings = [part for override in overrides for part in ("--set", override)]
    return ToolConfiguration(name=preset, options=("--config", preset, *settings))


def _ledger(folder: Path, metadata: dict[str, str]) -> Ledger:
    if (folder / "ledger.sqlite").exists():
        return Ledger.open(folder)
    return Ledger.create(folder, metadata={**metadata, "whet": __version__, "created": str(int(time.time()))})


def _finish(args: argparse.Namespace, folder: Path) -> ExitCode:
    """Do the missing runs, and say how it ended."""
    with Ledger.open(folder) as ledger:
        counts = ledger.counts()
    planned, done = sum(count.planned for count in counts), sum(count.done for count in counts)
    if done < planned:
        finish = _drive(args, folder, planned=planned, done=done)
        if finish.lost:
            args.console.warning(
                f"{finish.lost} runs lost their worker again and again; 'whet bench resume {folder}' tries them again"
            )
    if not args.quiet:
        print_tables(args.console, folder)
    return ExitCode.TRUE


def _drive(args: argparse.Namespace, folder: Path, *, planned: int, done: int) -> Finish:
    try:
        with _cluster(args) as cluster, observer_on(args.console, quiet=args.quiet, planned=planned, done=done) as observer:
            return drive(folder, cluster, observer)
    except KeyboardInterrupt:
        args.console.note(f"'whet bench resume {folder}' goes on")
        raise


@contextmanager
def _cluster(args: argparse.Namespace) -> Iterator[Cluster]:
    with connected(args.cluster, cpus=args.workers) as cluster:
        if not args.quiet:
            dashboard = f", dashboard at http://{cluster.dashboard}" if cluster.dashboard else ""
            args.console.note(f"Ray with {cluster.nodes} nodes and {cluster.cpus} processors{dashboard}")
        yield cluster
