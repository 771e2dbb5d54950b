"""What the commands that read a program share: its arguments, and the child process the work runs in."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from whet.cfa.model import Program
from whet.cfa.source import Place
from whet.cfa.types import ILP32, LP64
from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode
from whet.runtime.isolation import CpuTimeOut, Crashed, Failed, Finished, OutOfMemory, WallTimeOut, run_isolated
from whet.runtime.limits import Limits, elapsed_limit
from whet.task.errors import TaskError, check_file
from whet.task.options import DEFAULT_MEMORY, LimitOptions
from whet.task.quantities import parse_duration, parse_size, show_size
from whet.task.records import dataclass
from whet.task.task import Machine, Task

if TYPE_CHECKING:
    from whet.task.preprocessing import Preprocessing

T = TypeVar("T")
MEMORY_DEFAULT = f"default: {show_size(DEFAULT_MEMORY)}, half of this machine's but at most 8GB"
"""What the help of a command says of its limit."""


def duration(text: str) -> float:
    """Seconds from ``90``, ``90s``, ``500ms``, ``2min`` or ``1h``."""
    return _argument(parse_duration, text)


def size(text: str) -> int:
    """Bytes from ``500MB`` or ``4GB``."""
    return _argument(parse_size, text)


def _argument(parse: Callable[[str], T], text: str) -> T:
    """argparse shows the message of only this kind of exception."""
    try:
        return parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_program_arguments(parser: argparse.ArgumentParser, *, starts: bool = True) -> None:
    """The file, how to read it, and the limits of the work; ``starts`` if it matters where the program starts."""
    parser.add_argument("file", metavar="FILE", help="the C program")
    add_reading_arguments(parser, starts=starts)
    parser.set_defaults(machine=LP64, entry="main" if starts else None)
    add_limit_arguments(parser)


def add_limit_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--time-limit", type=duration, metavar="TIME", help="CPU time, such as 60s or 2min")
    memory = f"memory, such as 500MB or 4GB ({MEMORY_DEFAULT})"
    parser.add_argument("--memory-limit", type=size, default=DEFAULT_MEMORY, metavar="SIZE", help=memory)


def add_reading_arguments(parser: argparse.ArgumentParser, *, starts: bool = True) -> None:
    """How to read a program; machine model and entry function are None if they are not given."""
    model = parser.add_mutually_exclusive_group()
    model.add_argument("--32", dest="machine", action="store_const", const=ILP32, help="machine model ILP32")
    model.add_argument("--64", dest="machine", action="store_const", const=LP64, help="machine model LP64 (default)")
    if starts:
        parser.add_argument("--entry", metavar="NAME", help="the function to start with (default: main)")
    parser.add_argument("-I", dest="include", action="append", default=[], metavar="DIR", help="search DIR for headers")
    parser.add_argument("-D", dest="define", action="append", default=[], metavar="NAME[=VALUE]", help="define a macro")


def reading_words(args: argparse.Namespace) -> Iterator[str]:
    """The options of ``add_reading_arguments`` again, for another command; the entry function is the caller's business."""
    if args.machine is not None and (args.machine is not LP64 or "--64" in args.command_line):
        yield "--32" if args.machine is ILP32 else "--64"
    yield from (f"-I{folder}" for folder in args.include)
    yield from (f"-D{define}" for define in args.define)


def file_words(files: Sequence[str]) -> list[str]:
    """File names as arguments; one that begins with a dash is no option."""
    return [f"./{file}" if file.startswith("-") else file for file in files]


@dataclass(frozen=True, slots=True)
class RejectedInput:
    """The work ended with something the user can mend; crosses from the child to the parent."""

    message: str
    place: Place | None
    code: ExitCode


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    value: T


def preprocessing_of(args: argparse.Namespace) -> Preprocessing:
    """What the arguments say about headers and macros."""
    from whet.task.preprocessing import Preprocessing

    return Preprocessing(tuple(args.include), tuple(args.define))


def read_program(args: argparse.Namespace, *, blocks: bool) -> Program:
    """The program the arguments name; raises ``FrontendError``."""
    from whet.session import program

    task = Task(
        files=(args.file,),
        machine=Machine(args.machine.name),
        entry=args.entry,
        include_folders=tuple(args.include),
        defines=tuple(args.define),
    )
    return program.read_program(task, blocks=blocks)


def in_child(args: argparse.Namespace, work: Callable[[Program], T], *, blocks: bool) -> T:
    """Read the program and do ``work`` on it in a child process, so that neither a crash nor a limit ends this one."""
    return on_file_in_child(args, lambda: work(read_program(args, blocks=blocks)))


def on_file_in_child(args: argparse.Namespace, work: Callable[[], T], *, file: str | None = None) -> T:
    """Do something with a file (by default the one that the arguments name), in a child process like ``in_child``."""
    file = file or args.file
    check_file(file)
    # Without a limit of CPU time there is one of elapsed time, for a file that is a pipe without a writer.
    elapsed = elapsed_limit(args.time_limit or LimitOptions().cpu_time or 0.0)
    limits = Limits(cpu_seconds=args.time_limit, wall_seconds=elapsed, memory_bytes=args.memory_limit)

    match run_isolated(lambda: _whole(work), limits=limits):
        case Finished(value=answer):
            return _accepted(answer)
        case Crashed() as crash:
            raise CommandError(f"the front end crashed ({crash})", place=file, code=ExitCode.INTERNAL)
        case CpuTimeOut() | WallTimeOut():
            raise CommandError("time limit reached", place=file, code=ExitCode.LIMIT)
        case OutOfMemory():
            reached = f"the memory limit of {show_size(args.memory_limit)} was reached"
            raise CommandError(reached, place=file, code=ExitCode.LIMIT)
        case Failed(message=message, traceback=trace):
            if args.debug:
                args.console.details(trace)
            raise CommandError(f"internal error: {message}", place=file, code=ExitCode.INTERNAL)


def _accepted(answer: Done[T] | RejectedInput) -> T:
    match answer:
        case Done(value=value):
            return value
        case RejectedInput(message=message, place=place, code=code):
            raise CommandError(message, place=place, code=code)


def _whole(work: Callable[[], T]) -> Done[T] | RejectedInput:
    from whet.frontend.errors import FrontendError

    try:
        return Done(work())
    except FrontendError as error:
        return RejectedInput(error.text, error.place, ExitCode.NOT_SUPPORTED)
    except CommandError as error:
        return RejectedInput(error.message, None, error.code)
    except TaskError as error:
        return RejectedInput(error.message, None, ExitCode.USAGE)
