"""``whet run``: execute a program with the concrete interpreter."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Collection, Mapping

from whet.algorithms.targets import targets_of
from whet.cfa.semantics import Value
from whet.cfa.source import Origin
from whet.cfa.targets import ASSERTION_FUNCTIONS
from whet.cfa.types import PointerType
from whet.cli.console import CommandError
from whet.cli.entry_arguments import ANY, MADE, add_harness_argument
from whet.cli.entry_calls import with_made_arguments
from whet.cli.exit_codes import ExitCode
from whet.cli.reading import add_limit_arguments, on_file_in_child
from whet.cli.task_arguments import add_task_arguments, require_files, task_of_arguments
from whet.interpreter.inputs import ListedInputs
from whet.interpreter.interpreter import ERROR_FUNCTIONS, Interpreter
from whet.interpreter.outcomes import (
    Aborted,
    AssumptionViolated,
    ErrorReached,
    Execution,
    Exited,
    InputRead,
    InputsExhausted,
    RunOutcome,
    StepLimit,
    UndefinedBehaviour,
    UnsupportedReached,
)
from whet.session.program import read_program
from whet.task.messages import usage
from whet.task.records import dataclass
from whet.task.task import Task

HELP = "execute a program on given inputs and print how it ended"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_task_arguments(parser)
    parser.set_defaults(arguments=None)
    add_limit_arguments(parser)
    add_harness_argument(parser)
    parser.add_argument(
        "--input",
        type=_inputs,
        default=Given((), {}, {}),
        metavar="1,2,x=3",
        help="values of __VERIFIER_nondet_* in call order, and of parameters by name; "
        'argv[1]="text" and getenv("HOME")="text" for strings, with \\ooo for other bytes',
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


@dataclass(frozen=True, slots=True)
class Given:
    """What a user gives a run."""

    inputs: tuple[Value, ...]
    arguments: Mapping[str, Value]
    """By the name of the parameter, or of a part of it such as ``point.y``."""
    texts: Mapping[str, bytes]
    """Those that the program is given, by names such as ``argv[1]`` and ``getenv("HOME")``."""


def _inputs(text: str) -> Given:
    """Integers (decimal, 0x..., 'c') and floating numbers, with or without a name, separated by commas; texts with one."""
    texts = {name.strip(): _bytes(value) for name, value in _TEXT.findall(text)}
    parts = [part.rpartition("=") for part in _TEXT.sub("", text).split(",") if part.strip()]
    arguments = {name.strip(): _input(value.strip()) for name, equals, value in parts if equals}
    return Given(tuple(_input(value.strip()) for _, equals, value in parts if not equals), arguments, texts)


_TEXT = re.compile(r'([^,=]+)="([^"]*)"')
_OCTAL = re.compile(rb"\\([0-3][0-7]{2})")


def _bytes(text: str) -> bytes:
    """Bytes without a sign of their own are written in octal, as in C and in the inputs of a verdict."""
    return _OCTAL.sub(lambda found: bytes([int(found[1], 8)]), text.encode())


def _input(text: str) -> Value:
    if len(text) == 3 and text[0] == text[2] == "'":
        return ord(text[1])
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float.fromhex(text) if text.lower().lstrip("+-").startswith("0x") else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None


def run(args: argparse.Namespace) -> ExitCode:
    require_files(args)
    # As ``whet verify`` reads it.  A function whose parameters are given by name is called with these.
    if args.arguments is None:
        args.arguments = ANY if args.input.arguments else MADE
    task = with_made_arguments(args, task_of_arguments(args))
    execution = on_file_in_child(args, lambda: _execute(task, args.input), file=task.files[0])
    _check_names({*args.input.arguments, *args.input.texts}, execution)
    if args.json:
        args.console.result(json.dumps(_as_json(execution), indent=1))
    else:
        args.console.out.write(execution.output.decode("utf-8", "replace"))
        if execution.output and not execution.output.endswith(b"\n"):
            args.console.out.write("\n")
        for read in execution.inputs:
            if read.name is not None and read.name not in args.input.arguments and not isinstance(read.type, PointerType):
                note = f"the parameter {read.name} is {read.number}; --input {read.name}=VALUE gives another"
                args.console.note(note, place=_place(read.origin))
        for assumption in execution.assumptions:
            args.console.note(assumption.what, place=_place(assumption.origin))
        args.console.result(f"Run: {describe(execution.told)}")
    # TRUE if the run ended well, FALSE if it reached an error, UNKNOWN if it says nothing.
    match execution.outcome:
        case Exited() | AssumptionViolated() | Aborted():
            return ExitCode.TRUE
        case ErrorReached():
            return ExitCode.FALSE
        case UndefinedBehaviour() | InputsExhausted():
            return ExitCode.UNKNOWN
        case UnsupportedReached():
            return ExitCode.NOT_SUPPORTED
        case StepLimit():
            return ExitCode.LIMIT


def _execute(task: Task, given: Given) -> Execution:
    """The interpreter looks for what the property asks for; a failed assertion is shown by what it prints."""
    program = read_program(task)
    targets = targets_of(task.property)
    program.targets = targets
    errors = ERROR_FUNCTIONS | (targets.with_files(program.functions).functions - ASSERTION_FUNCTIONS)
    interpreter = Interpreter(program, error_functions=errors, error_labels=targets.labels)
    started = {program.main.parameters[0].name: 1} if program.strings.of_main else {}
    arguments = {**started, **given.arguments}
    texts = {**{each.name: None for each in program.strings.variables}, **given.texts}
    return interpreter.run(ListedInputs(given.inputs), arguments=arguments, texts=texts)


def _check_names(given: Collection[str], execution: Execution) -> None:
    """A value for a parameter that there is not would be a mistake that nobody notices."""
    names = [*(read.name for read in execution.inputs if read.name is not None), *(each.name for each in execution.texts)]
    for wrong in sorted({*given} - {*names}):
        known = f"has the parameters {', '.join(names)}" if names else "has no parameters"
        raise CommandError(usage.INPUT.format(known=known, name=wrong))


def _place(origin: Origin | None) -> str | None:
    return None if origin is None else str(origin.original_place)


def describe(outcome: RunOutcome) -> str:
    """One line on how a run ended."""
    match outcome:
        case Exited(status=status):
            return f"exited with status {status}"
        case Aborted(reason=what, origin=origin):
            return f"aborted: {what}{_at(origin)}"
        case ErrorReached(name=name, origin=origin):
            return f"error reached: {name}{_at(origin)}"
        case AssumptionViolated(origin=origin):
            return f"stopped by a violated assumption{_at(origin)}"
        case UndefinedBehaviour(what=what, origin=origin):
            return f"undefined behaviour: {what}{_at(origin)}"
        case UnsupportedReached(construct=what, origin=origin):
            return f"not supported: {what}{_at(origin)}"
        case InputsExhausted(origin=origin):
            return f"needs more inputs{_at(origin)}; give them with --input"
        case StepLimit(steps=steps):
            return f"stopped after {steps} steps"


def _at(origin: Origin | None) -> str:
    return "" if origin is None else f" at {_place(origin)}"


def _as_json(execution: Execution) -> dict[str, object]:
    return {
        "outcome": type(execution.outcome).__name__,
        "description": describe(execution.told),
        "output": execution.output.decode("utf-8", "replace"),
        "inputs": [_input_as_json(read) for read in execution.inputs],
        "assumptions": [{"what": item.what, "place": _place(item.origin)} for item in execution.assumptions],
        "steps": execution.steps,
    }


def _input_as_json(read: InputRead) -> dict[str, object]:
    return {"type": str(read.type), "name": read.name, "value": read.number, "place": _place(read.origin)}
