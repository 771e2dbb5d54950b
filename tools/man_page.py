"""Write the manual page of Whet, from its own tables of commands and exit codes.

python tools/man_page.py            print it
python tools/man_page.py --write    write docs/man/whet.1, which a test compares
man docs/man/whet.1                 read it
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from whet import __version__
from whet.cli.command_table import CommandEntry, OptionEntry, command_table
from whet.cli.exit_codes import ExitCode
from whet.task.checks import named_checks
from whet.task.configuration import preset_names

PAGE = Path(__file__).parent.parent / "docs/man/whet.1"
_MACHINE = re.compile(r"default: [\d.]+[kMG]?B, half")
"""The default of a limit depends on the machine that the page is written on."""


def man_page() -> str:
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield f'.TH WHET 1 "" "whet {__version__}" "User Commands"'
    yield from _section("NAME", "whet \\- verify C programs")
    yield from _section("SYNOPSIS", ".B whet", "[\\-\\-help] [\\-\\-version] [\\-\\-debug] COMMAND ...")
    yield from _section(
        "DESCRIPTION",
        _text(
            "Whet verifies C programs: given a program and a property it answers TRUE, FALSE with inputs that show it, "
            "or UNKNOWN with the reason and what to try next. The last line of 'whet verify' begins with 'Verdict:'."
        ),
    )
    yield ".SH COMMANDS"
    for command in command_table():
        yield from _command(command)
    yield from _section("CHECKS", _text(f"{', '.join(named_checks())}; 'whet checks' explains them."))
    yield from _section("CONFIGURATIONS", _text(f"{', '.join(preset_names())}; 'whet configs' explains them."))
    yield ".SH EXIT STATUS"
    yield from (line for code in ExitCode for line in (".TP", str(code.value), _text(code.name.lower().replace("_", " "))))
    yield from _section("ENVIRONMENT", ".TP", "NO_COLOR", _text("print no colours, also on a terminal"))
    yield from _section("SEE ALSO", _text("The documentation, in the folder docs of the source."))


def _section(name: str, *lines: str) -> Iterator[str]:
    yield f".SH {name}"
    yield from lines


def _command(command: CommandEntry) -> Iterator[str]:
    yield f".SS whet {_text(command.name)}"
    yield _text(f"{command.help[:1].upper()}{command.help[1:].rstrip('.')}.")
    for entry in command.entries:
        yield from _entry(entry)


def _entry(entry: OptionEntry) -> Iterator[str]:
    named = ", ".join(f"\\fB{_text(name)}\\fR" for name in entry.names)
    value = f"\\fI{_text(entry.metavar)}\\fR" if entry.metavar else ""
    yield from (".TP", " ".join(filter(None, (named, value))), _text(_MACHINE.sub("default: half", entry.help)))


def _text(text: str) -> str:
    """As groff reads it; a line must not begin with a full stop or an apostrophe."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(man_page(), encoding="utf-8")
    else:
        print(man_page(), end="")
