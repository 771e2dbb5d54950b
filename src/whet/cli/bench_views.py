"""What can be looked at in a campaign: tables, comparisons, plots, the page, outputs, exports."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

from whet.campaign import plots, tables
from whet.campaign.experiment import Experiment, TableKind, make_plots, make_tables, parse_experiment
from whet.campaign.ledger import Ledger
from whet.campaign.many_tables import matrix_table
from whet.campaign.page import About, Picture, campaign_page, usual_tables
from whet.campaign.tables import Grouping, Measured, ResultTable
from whet.cli.console import CommandError, Console
from whet.cli.exit_codes import ExitCode
from whet.task.errors import suggestion

_FORMATS: dict[str, Callable[[ResultTable], str]] = {
    "text": tables.as_text,
    "markdown": tables.as_markdown,
    "json": tables.as_json,
}
_KINDS = (TableKind.SOLVED, TableKind.SCORE, TableKind.TIME, TableKind.STATUS, TableKind.MATRIX)
"""Those that need nothing but the results."""


def _add_folder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", help="the campaign")


def _add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=tuple(_FORMATS), default="text", help="how to print it (default: text)")
    parser.add_argument(
        "--group", choices=[*map(str, Grouping)], default=Grouping.CATEGORY, help="what a row is (default: category)"
    )


def measured_in(folder: Path) -> list[Measured]:
    """All results of a campaign; outputs are left out."""
    with Ledger.open(folder) as ledger:
        return [Measured(row.run, row.result) for row in ledger.rows()]


def experiment_of(folder: Path) -> Experiment | None:
    """The experiment a campaign was made from, as it was then."""
    with Ledger.open(folder) as ledger:
        metadata = ledger.metadata()
    text = metadata.get("experiment")
    return None if text is None else parse_experiment(text, name=metadata.get("experiment_file", "experiment.toml"))


def print_tables(console: Console, folder: Path) -> None:
    """Those the experiment wishes for, or the usual ones."""
    measured, experiment = measured_in(folder), experiment_of(folder)
    wished = usual_tables(measured) if experiment is None else make_tables(experiment, measured)
    _print(console, wished, tables.as_text)


def _print(console: Console, several: Iterable[ResultTable], render: Callable[[ResultTable], str]) -> None:
    console.result("\n\n".join(render(table) for table in several))


def add_table_arguments(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument(
        "--kind", choices=[kind.value for kind in _KINDS], help="one kind of table (default: those of the experiment)"
    )
    _add_format(parser)


def table(args: argparse.Namespace) -> ExitCode:
    folder, render = Path(args.folder), _FORMATS[args.format]
    measured = measured_in(folder)
    grouping = Grouping(args.group)
    experiment = experiment_of(folder)
    match args.kind:
        case None:
            found = usual_tables(measured) if experiment is None else make_tables(experiment, measured)
        case TableKind.SOLVED:
            found = [tables.solved_table(measured, grouping=grouping)]
        case TableKind.SCORE:
            found = [tables.score_table(measured, grouping=grouping)]
        case TableKind.TIME:
            found = [tables.time_table(measured, grouping=grouping)]
        case TableKind.MATRIX:
            found = [matrix_table(measured, grouping=grouping)]
        case TableKind.STATUS:
            found = [tables.status_table(measured)]
        case other:
            raise ValueError(f"{other} is no choice")
    _print(args.console, found, render)
    return ExitCode.TRUE


def add_compare_arguments(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("first", metavar="A")
    parser.add_argument("second", metavar="B")
    _add_format(parser)


def compare(args: argparse.Namespace) -> ExitCode:
    measured = measured_in(Path(args.folder))
    grouping = Grouping(args.group)
    found = [
        tables.difference_table(measured, args.first, args.second, grouping=grouping),
        tables.difference_list(measured, args.first, args.second),
    ]
    _print(args.console, found, _FORMATS[args.format])
    return ExitCode.TRUE


def add_plot_arguments(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("kind", choices=("quantile", "score-quantile", "scatter"))
    parser.add_argument("--configs", metavar="A,B", default="", help="configurations (default: all; a scatter plot is of two)")
    parser.add_argument("--output", required=True, metavar="FILE", help="FILE.svg or FILE.png")


def plot(args: argparse.Namespace) -> ExitCode:
    measured, path = measured_in(Path(args.folder)), Path(args.output)
    names = [name for name in args.configs.split(",") if name]
    match args.kind:
        case "quantile":
            figure = plots.quantile_plot(measured, configurations=names)
        case "score-quantile":
            figure = plots.score_quantile_plot(measured, configurations=names)
        case _:
            if len(names) != 2:
                raise CommandError("a scatter plot is of two configurations: --configs A,B")
            figure = plots.scatter_plot(measured, x=names[0], y=names[1])
    if path.suffix not in (".svg", ".png"):
        raise CommandError(f"'{path}' is neither FILE.svg nor FILE.png")
    data = plots.svg_text(figure).encode() if path.suffix == ".svg" else plots.png_bytes(figure)
    path.write_bytes(data)
    return ExitCode.TRUE


def add_page_arguments(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("--output", metavar="FILE", help="where to write it (default: FOLDER/page.html)")


def page(args: argparse.Namespace) -> ExitCode:
    folder = Path(args.folder)
    path = Path(args.output) if args.output else folder / "page.html"
    path.write_text(page_of(folder), encoding="utf-8")
    args.console.note(f"written to {path}")
    return ExitCode.TRUE


def page_of(folder: Path) -> str:
    measured, experiment = measured_in(folder), experiment_of(folder)
    if experiment is None:
        with Ledger.open(folder) as ledger:
            about = About(title=ledger.metadata().get("title", str(folder)))
        pictures = [Picture(title="CPU time of the fastest correct results", svg=plots.svg_text(plots.quantile_plot(measured)))]
        return campaign_page(measured, about=about, pictures=pictures)
    about = About(title=experiment.title, question=experiment.question, paper=experiment.paper)
    pictures = [Picture(title=found.title, svg=plots.svg_text(found.figure)) for found in make_plots(experiment, measured)]
    return campaign_page(measured, about=about, pictures=pictures, tables=make_tables(experiment, measured))


def add_show_arguments(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("task", metavar="TASK")
    parser.add_argument("--config", metavar="NAME", help="the configuration (default: all)")


def show(args: argparse.Namespace) -> ExitCode:
    with Ledger.open(Path(args.folder)) as ledger:
        names = []
        is_found = False
        for row in ledger.rows(configuration=args.config):
            names.append(row.run.task.name)
            if row.run.task.name == args.task:
                is_found = True
                use = row.result.use
                args.console.result(
                    f"{args.task}, {row.run.configuration.name}: {row.result.answer.word}, {row.assessment}, "
                    f"{use.cpu_seconds:.2f} s, {use.memory_bytes >> 20} MB\n{ledger.output_of(row)}"
                )
    if not is_found:
        raise CommandError(f"there is no run of '{args.task}'{suggestion(args.task, names)}")
    return ExitCode.TRUE


def add_export_arguments(parser: argparse.ArgumentParser) -> None:
    _add_folder(parser)
    parser.add_argument("--parquet", metavar="FILE", help="write a table with a row for each run")
    parser.add_argument("--benchexec", metavar="DIR", help="write result files of BenchExec, for its table-generator")


def export(args: argparse.Namespace) -> ExitCode:
    from whet.campaign.export_benchexec import export_benchexec
    from whet.campaign.export_parquet import export_parquet

    if not args.parquet and not args.benchexec:
        raise CommandError("nothing to export: give --parquet FILE or --benchexec DIR")
    folder = Path(args.folder)
    with Ledger.open(folder) as ledger:
        if args.parquet:
            count = export_parquet(ledger.rows(), Path(args.parquet))
            args.console.note(f"{count} runs written to {args.parquet}")
        if args.benchexec:
            for path in export_benchexec(ledger, Path(args.benchexec), name=folder.name):
                args.console.note(f"written: {path}")
    return ExitCode.TRUE
