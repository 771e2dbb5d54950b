"""``whet explain``: what a message says, with a program that it is about."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode
from whet.task.errors import suggestion
from whet.task.messages import usage
from whet.task.messages.message import AREAS, MessageTemplate, correction, example, find_message, messages

HELP = "explain a message by its code, such as W305, or list all messages"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("codes", nargs="*", metavar="CODE", help="the code behind a message; without one, all are listed")


def run(args: argparse.Namespace) -> ExitCode:
    found = [_message(code) for code in args.codes]
    args.console.result("\n".join("\n".join(_page(each)) for each in found) if found else "\n".join(_list()))
    return ExitCode.TRUE


def _message(code: str) -> MessageTemplate:
    message = find_message(code)
    if message is None:
        known = [each.code for each in messages()]
        raise CommandError(usage.MESSAGE.format(code=code, suggested=suggestion(code.upper(), known)))
    return message


def _list() -> Iterator[str]:
    for area, title in AREAS.items():
        yield f"{title}:"
        yield from (f"  {each.code}  {each.shown}" for each in messages(area))


def _page(message: MessageTemplate) -> Iterator[str]:
    yield f"{message.code}{'' if message.cwe is None else f' (CWE-{message.cwe})'}: {message.shown}\n"
    yield message.meaning
    yield f"What to do: {message.advice}"
    if (shown := example(message.code)) is not None:
        yield f"\n$ {shown.command}\n{shown.line}\n"
        yield shown.program
    if (session := correction(message.code)) is not None:
        yield f"\n{session.text}"
