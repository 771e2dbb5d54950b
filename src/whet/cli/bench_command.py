"""``whet bench``: many runs, recorded in a folder, compared and drawn."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TypeAlias

from whet.cli.bench_run import add_resume_arguments, add_run_arguments, resume, run_campaign
from whet.cli.bench_train import add_train_arguments, run_training
from whet.cli.bench_views import (
    add_compare_arguments,
    add_export_arguments,
    add_page_arguments,
    add_plot_arguments,
    add_show_arguments,
    add_table_arguments,
    compare,
    export,
    page,
    plot,
    show,
    table,
)
from whet.cli.exit_codes import ExitCode

HELP = "run many tasks under many configurations; tables, plots and a page of the results"

Action: TypeAlias = tuple[str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], ExitCode]]

ACTIONS: dict[str, Action] = {
    "run": ("run a set of tasks, or an experiment FILE.toml", add_run_arguments, run_campaign),
    "resume": ("do the runs that are missing in a campaign", add_resume_arguments, resume),
    "table": ("print tables of a campaign", add_table_arguments, table),
    "compare": ("compare two configurations of a campaign", add_compare_arguments, compare),
    "plot": ("draw a campaign", add_plot_arguments, plot),
    "page": ("write one self-contained HTML page of a campaign", add_page_arguments, page),
    "show": ("print what the tool printed in a run", add_show_arguments, show),
    "train": ("learn which configuration suits which program", add_train_arguments, run_training),
    "export": ("write the results for other programs", add_export_arguments, export),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, (text, add, _) in ACTIONS.items():
        add(actions.add_parser(name, help=text, description=text[0].upper() + text[1:] + "."))


def run(args: argparse.Namespace) -> ExitCode:
    return ACTIONS[args.action][2](args)
