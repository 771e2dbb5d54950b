"""The command that executes the run to a violation: ``whet run`` with the inputs of a verdict."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

from whet.cli.reading import file_words
from whet.core.result import FalseVerdict, Input, Verdict

_LONGEST: Final = 240
"""Characters: a longer command is not printed; ``--output`` writes a harness."""
_NOT_THERE: Final = "NULL"


def run_command(options: Sequence[str], files: Sequence[str], verdict: Verdict) -> str | None:
    """``options`` and ``files`` name the task.  None where ``whet run`` cannot be given these inputs."""
    if not isinstance(verdict, FalseVerdict) or (verdict.run is not None and verdict.run.chooses):
        return None
    values = [_value(each) for each in verdict.inputs if not _is_absent(each)]
    text = ",".join(each for each in values if each is not None)
    inputs = [f"--input={text}"] if text.startswith("-") else ["--input", text] if text else []
    command = shlex.join(["whet", "run", *options, *inputs, *file_words(files)])
    return command if None not in values and len(command) <= _LONGEST else None


def _is_absent(each: Input) -> bool:
    """Is it a variable of the environment that is not set?  ``whet run`` sets none by itself."""
    return each.is_named and each.value == _NOT_THERE


def _value(each: Input) -> str | None:
    """None for what a command line cannot give exactly: a ``long double``."""
    if not each.is_named:
        return None if isinstance(each.value, str) else str(each.value)
    return f"{each.source}={each.value}"
