"""What the exit code of ``whet`` means; scripts rely on these numbers, so they never change.

A run that a signal ended has the shell's 128 + number of the signal (130 for Ctrl-C).
"""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    TRUE = 0
    """The property holds; or the command, one without a verdict, did its work."""
    FALSE = 1
    """The property is violated."""
    USAGE = 2
    """The command line, a configuration or a file name is wrong."""
    NOT_SUPPORTED = 3
    """The program is not valid C, or uses something that is not supported."""
    UNKNOWN = 4
    """No verdict; the reason was printed."""
    LIMIT = 5
    """A limit on time or memory was reached before there was a verdict."""
    INTERNAL = 70
    """A defect of Whet itself."""
