"""Whet verifies C programs, and sharpens its picture of a program only where a proof needs it.

``whet.verify("prog.c")`` and its neighbours are those of ``whet.session``, ``whet.scan`` that of ``whet.projects``, imported when
the first of them is asked for: ``import whet`` costs nothing.  ``__init__.pyi`` says the same to type checkers; the two lists are
compared by a test.
"""

__version__ = "1.0.0rc1"

_OFFERED = (
    "Confirmed",
    "Counterexample",
    "Defect",
    "FalseVerdict",
    "Findings",
    "FoundTests",
    "InvalidProgram",
    "Level",
    "Progress",
    "Proof",
    "Reason",
    "Rejected",
    "Result",
    "ScanResult",
    "SearchEnd",
    "TaskError",
    "TrueVerdict",
    "Undecided",
    "Unknown",
    "Unrolled",
    "Validation",
    "explain",
    "find_all",
    "generate_tests",
    "scan",
    "validate",
    "variable_roles",
    "verify",
    "witness",
)
_ELSEWHERE = {"scan": "whet.projects.python_scan", "ScanResult": "whet.projects.python_scan"}
"""What is not in ``whet.session.functions``."""


def __getattr__(name: str) -> object:
    if name not in _OFFERED:
        raise AttributeError(f"module 'whet' has no attribute '{name}'")
    from importlib import import_module  # by name: what every module imports does not depend on what is made of all of them

    return getattr(import_module(_ELSEWHERE.get(name, "whet.session.functions")), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_OFFERED])
