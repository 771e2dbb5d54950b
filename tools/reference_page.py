"""Write docs/reference.md: commands, checks, presets, options, and functions that are not modelled, from the code's own tables.

python tools/reference_page.py            print it
python tools/reference_page.py --write    write the page, which a test compares
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from whet.cli.command_table import command_table
from whet.cli.exit_codes import ExitCode
from whet.core.configuration import load_configuration, schema
from whet.core.result import Reason
from whet.library.notation import described_names, record_of
from whet.task.checks import default_checks, named_checks
from whet.task.configuration import DEFAULT_CONFIGURATION, preset_names
from whet.task.options import Option, all_options

PAGE = Path(__file__).parent.parent / "docs/reference.md"


def reference_page() -> str:
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Reference"
    yield "\nAll commands, exit codes, checks, presets and options, and the reasons for an UNKNOWN."
    yield "`whet COMMAND --help` shows the common options of a command, `--help-all` all of them."
    yield "\n## Commands\n"
    yield from _table(("command", ""), ((f"`whet {each.name}`", each.help) for each in command_table()))
    yield "\nThe manual page `docs/man/whet.1` lists all options of each command."
    yield "\n## Exit codes\n"
    yield "Scripts can rely on them; the numbers do not change. After a signal the code is 128 plus its number.\n"
    yield from _table(("code", "name", "meaning"), _exit_codes())
    yield "\n## Checks\n"
    yield from _table(("check", "finds", "property", "by default", "example"), map(_check, named_checks()))
    yield "\n## Presets\n"
    yield "For `--config`; `whet configs show NAME` prints the values of one.\n"
    yield from _table(("preset", "", "paper"), map(_preset, preset_names()))
    yield "\n## Options\n"
    yield "For `--set NAME=VALUE`, or in a file `FILE.toml` for `--config`.\n"
    yield from _table(("option", "type", "default", ""), map(_option, all_options(schema()).values()))
    yield "\n## Reasons for an UNKNOWN\n"
    yield from _table(("`UNKNOWN(...)`", "exit code"), ((f"`{each.value}`", str(_code(each))) for each in Reason))
    yield "\n## Library functions that are not modelled\n"
    yield "A run that calls one means nothing from there on, so no verdict rests on it; some are fine with harmless arguments."
    yield "Constructs of the language are listed in [C support](c-support.md#not-supported), and so is what a verdict"
    yield "[takes for granted](c-support.md#semantic-assumptions), which is printed with it.\n"
    yield from _table(("what", "functions"), _not_modelled())


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for row in (head, ("---",) * len(head), *rows):
        yield f"| {' | '.join(cell if cell == '---' else _cell(cell) for cell in row)} |"


def _cell(text: str) -> str:
    return " ".join(text.replace("|", "\\|").split())


def _exit_codes() -> Iterator[tuple[str, ...]]:
    """With the documentation of each, which only the source has."""
    (enumeration,) = [each for each in ast.parse(inspect.getsource(ExitCode)).body if isinstance(each, ast.ClassDef)]
    texts = [ast.literal_eval(each.value) for each in enumeration.body if isinstance(each, ast.Expr)]
    yield from ((str(code.value), f"`{code.name}`", text) for code, text in zip(ExitCode, texts, strict=True))


def _check(name: str) -> tuple[str, ...]:
    check = named_checks()[name]
    return f"`{name}`", check.words, f"`{check.property_name}`", "yes" if name in default_checks() else "", f"`{check.example}`"


def _preset(name: str) -> tuple[str, ...]:
    preset = load_configuration(name)
    return f"`{name}`{' (default)' if name == DEFAULT_CONFIGURATION else ''}", preset.description, preset.paper


def _option(option: Option) -> tuple[str, ...]:
    default = "half of the machine's, at most 8GB" if option.name == "limits.memory" else f"`{option.default_text or ' '}`"
    return f"`{option.name}`", option.kind.name, default, option.description


def _code(reason: Reason) -> int:
    if reason is Reason.NOT_SUPPORTED:
        return ExitCode.NOT_SUPPORTED
    return ExitCode.LIMIT if reason.is_limit else ExitCode.UNKNOWN


def _not_modelled() -> Iterator[tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for record in map(record_of, described_names()):
        if record is not None and record.refusal is not None and record.body is None:
            found.setdefault(record.refusal.reason, []).append(f"`{record.name}`")
    yield from ((reason, ", ".join(names)) for reason, names in found.items())


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(reference_page(), encoding="utf-8")
    else:
        print(reference_page(), end="")
