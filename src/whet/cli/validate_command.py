"""``whet validate``: is a witness right, whichever tool wrote it?"""

from __future__ import annotations

import argparse
import json
import shlex
from collections.abc import Iterator
from pathlib import Path

from whet import __version__
from whet.cli.configuring import add_configuration_arguments
from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode
from whet.cli.progress import progress_on
from whet.cli.reading import MEMORY_DEFAULT, add_reading_arguments, duration, size
from whet.cli.verdicts import exit_code
from whet.core.configuration import load_configuration
from whet.session.validation import Confirmed, Rejected, Undecided, Validation, ValidationRequest, validate
from whet.session.witness import hash_of
from whet.task.checks import property_name
from whet.task.definition import YAML_SUFFIXES, load_task
from whet.task.errors import check_file
from whet.task.properties import DEFAULT_PROPERTY, parse_property
from whet.task.task import C_SUFFIXES, Machine, Task
from whet.witnesses.reading import read_witness
from whet.witnesses.witness import Correctness, Witness

HELP = "validate a witness: is it confirmed, or rejected with the reason?"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="the C program")
    parser.add_argument("witness", metavar="WITNESS", help="a witness of format 2.0, FILE.yml")
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("--check", action="append", metavar="NAME,NAME", help="what to check, instead of what the witness says")
    wanted.add_argument(*("--spec", "--property"), metavar="FILE.prp", help="the property, instead of what the witness says")
    add_reading_arguments(parser)
    add_configuration_arguments(parser)
    parser.add_argument("--time-limit", type=duration, metavar="TIME", help="CPU time, such as 60s or 2min (default: 900s)")
    parser.add_argument("--memory-limit", type=size, metavar="SIZE", help=f"memory, such as 500MB or 4GB ({MEMORY_DEFAULT})")
    parser.add_argument("--alone", action="store_true", help="confirm invariants only if they are a proof without any help")
    parser.add_argument("--json", action="store_true", help="print the result as JSON instead of lines")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: argparse.Namespace) -> ExitCode:
    given = {"limits.cpu_time": args.time_limit, "limits.memory": args.memory_limit}
    short = [f"{option}={value}" for option, value in given.items() if value is not None]
    configuration = load_configuration(args.config, [*args.overrides, *short])
    # Two names are easily given the other way round.
    if Path(args.witness).suffix in C_SUFFIXES and Path(args.file).suffix in YAML_SUFFIXES:
        swapped = {args.witness: args.file, args.file: args.witness}
        raise CommandError(
            f"the program comes first: {shlex.join(['whet', *(swapped.get(word, word) for word in args.command_line)])}"
        )
    witness = read_witness(args.witness)
    task = _task(args, witness)
    if not args.quiet:
        args.console.note(f"whet {__version__}: {args.file}, a {_kind(witness)} witness of {witness.producer}")
    hashes = {value for _, value in witness.task.input_file_hashes}
    if hash_of(args.file) not in hashes:
        args.console.note("the witness was written for a file with other contents", place=args.file)
    request = ValidationRequest(task=task, witness=witness, path=args.witness, alone=args.alone)
    with progress_on(args.console, quiet=args.quiet) as observer:
        answer = validate(request, configuration, observer=observer)
    args.console.result(json.dumps(_document(answer), indent=1) if args.json else "\n".join(_lines(answer)))
    match answer:
        case Confirmed():
            return ExitCode.TRUE
        case Rejected():
            return ExitCode.FALSE
        case Undecided(result=result):
            return exit_code(result.verdict)


def _kind(witness: Witness) -> str:
    return "correctness" if isinstance(witness.content, Correctness) else "violation"


def _task(args: argparse.Namespace, witness: Witness) -> Task:
    """The property and the machine are those of the witness, unless somebody names others."""
    spec = args.spec if args.check is None else property_name(",".join(args.check).split(","))
    otherwise = DEFAULT_PROPERTY if spec is not None else parse_property(witness.task.specification, path=args.witness)
    machine = Machine(witness.task.data_model if args.machine is None else args.machine.name)
    check_file(args.file)
    return load_task(
        [args.file],
        spec=spec,
        machine=machine,
        entry=args.entry,
        include_folders=args.include,
        defines=args.define,
        otherwise=otherwise,
    )


def _lines(answer: Validation) -> Iterator[str]:
    for assumption in answer.result.assumptions:
        yield f"Assumed: {' '.join(str(assumption).split())}"
    match answer:
        case Confirmed(how=how, result=result):
            yield f"Reason: {' '.join(how.split())}"
            if result.proof_check is not None:
                yield f"Proof: {result.proof_check}"
        case Rejected(why=why) | Undecided(why=why):
            yield f"Reason: {' '.join(why.split())}"
    yield f"Witness: {_word(answer)}"


def _word(answer: Validation) -> str:
    return {Confirmed: "CONFIRMED", Rejected: "REJECTED", Undecided: "UNDECIDED"}[type(answer)]


def _document(answer: Validation) -> dict[str, object]:
    reason = answer.how if isinstance(answer, Confirmed) else answer.why
    return {"witness": _word(answer).lower(), "reason": reason, "result": answer.result.to_json()}
