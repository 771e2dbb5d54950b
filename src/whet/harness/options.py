"""What a harness of a function makes, and what it tells about itself (``whet.harness.entry_harness`` writes the text)."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from enum import Enum
from typing import Any

from whet.task.records import dataclass

NOWHERE = 0x7EAD0000
"""An address at which no object is; see ``Cut.NOWHERE``."""
FIRST_BOUND = 4
"""Elements of an array whose length has to be bounded, if the options name no bound."""


class Cut(Enum):
    """The value of a pointer for which the harness makes no object."""

    NULL = "null"
    NOWHERE = "the address ``NOWHERE``: a run that fails there fails because of the harness"
    ANY = "null, or one of many addresses at which no object is"
    """A function that never fails with these dereferences none of them, so that it does not matter what they point to."""


@dataclass(frozen=True, slots=True)
class HarnessOptions:
    elements: int | None = FIRST_BOUND
    """The most elements of an array, and characters of a string; None for any number."""
    largest: int = (1 << 47) - 1
    """Bytes of the largest object of the machine; arrays of any length have up to so many."""
    may_be_null: bool = True
    may_alias: bool = True
    believes_lengths: bool = True
    """Has an array as many elements as the parameter or the member says that tells its length?"""
    gives_room: bool = False
    """Has an array that is written to, and whose length nobody tells, as many elements as the function uses?"""
    stores: int = 64
    """Arrays of numbers with up to so many elements are filled.  Larger ones, and with 0 all numbers behind pointers, are left:
    what was never written holds any value, and only what is read of it has to be found."""
    cut: Cut = Cut.NULL
    """The value of pointers for which no object is made: those deeper than ``depth``, and those of which the signature says no
    more."""
    depth: int = 1 << 30
    """Pointers from an argument on."""
    members: frozenset[str] | None = None
    """The names of members for whose pointers objects are made, because the function or what it calls uses them; None for all.
    The others are null."""
    on_heap: bool = False
    """Do objects come from ``malloc``, because the function may free them?"""
    keeps_blocks: bool = False
    """Is there a pointer after the call to each block that the function returned or stored in an argument?  Its caller would have
    one, so that the block is no leak."""
    at_end: bool = False
    """Is the function given the last elements of arrays that have any length?"""
    sets_variables: bool = False
    """Are variables of the program set that functions set which are not called?  Their numbers are not 0, and their pointers not
    null: otherwise they have their initial values."""
    asks_for_call: bool = False
    """Is the function ``REACHED`` called instead of the one that is asked about?  A run to it shows that there is a call."""
    promises: frozenset[str] = frozenset()
    """What callers keep to, as ``HarnessChoice.promise`` has it: these choices are not made."""


def options_text(options: HarnessOptions, base: HarnessOptions) -> str:
    """The options that differ from ``base``, as JSON for a command line; empty if none does."""
    found: dict[str, object] = {}
    for each in fields(options):
        value = getattr(options, each.name)
        if value != getattr(base, each.name):
            found[each.name] = value.name if isinstance(value, Enum) else sorted(value) if isinstance(value, frozenset) else value
    return json.dumps(found) if found else ""


def changed_options(base: HarnessOptions, text: str) -> HarnessOptions:
    """What ``options_text`` wrote; raises ``ValueError`` for anything else."""
    found = json.loads(text or "{}")
    known = {each.name: getattr(base, each.name) for each in fields(base)}
    if not isinstance(found, dict) or not known.keys() >= found.keys():
        raise ValueError(f"the options of a harness are {', '.join(known)}")
    return replace(base, **{name: _as_option(known[name], value) for name, value in found.items()})


def _as_option(known: object, value: object) -> Any:  # the type of a field is not known here
    if isinstance(known, Enum):
        return type(known)[str(value)]
    return frozenset(map(str, value)) if isinstance(value, list) else value


STRICT = HarnessOptions(believes_lengths=False, stores=0)
"""Calls with whatever arguments the types allow."""
PERMISSIVE = HarnessOptions(may_be_null=False, may_alias=False, gives_room=True, stores=0)
"""Calls in which pointers lead to objects of their own, as long as the length says, or as the function needs them."""


@dataclass(frozen=True, slots=True)
class HarnessChoice:
    """Something that a harness does or does not, as an input says."""

    line: int
    promise: str
    """What a caller who never does it keeps to, such as ``p != 0``."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """What all callers keep to: an expression over the parameters, and where it was written."""

    expression: str
    file: str
    line: int
    column: int
    is_listed: bool = True
    """Is it among the assumptions one by one?"""

    def __str__(self) -> str:
        return f"{self.expression} ({self.file}:{self.line})"

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class FunctionElsewhere:
    """A function that a harness calls, which stands at the end of another file."""

    file: str
    before: tuple[str, ...]
    """Declarations."""
    lines: tuple[str, ...]
    choices: tuple[tuple[int, str], ...]
    """Numbers of lines, from 0 on, with their promises."""


@dataclass(frozen=True, slots=True)
class Harness:
    text: str
    entry: str
    """The function that calls the one that is asked about."""
    file: str
    """What places inside of the harness say."""
    choices: tuple[HarnessChoice, ...]
    assumptions: tuple[str, ...]
    """In words for the user."""
    names: tuple[tuple[str, str], ...] = ()
    """Objects of the harness, each with what the function sees it as: ``*p``, or ``p`` for what has elements."""
    is_cut: bool = False
    """Are there pointers for which nothing was made, though the function may use them?"""
    options: HarnessOptions = HarnessOptions()
    leaves_out: bool = False
    """Are there pointers for which nothing was made, because nobody uses them by their names?"""
    longest: int | None = None
    """The most elements of some array or string, if a caller may pass longer ones; None if no length is bounded."""
    followed: int | None = None
    """The pointers that are followed from an argument on, if a caller may pass deeper ones that matter; None if none does."""
    others: tuple[tuple[str, str], ...] = ()
    """Text for the ends of other files, by file."""
    clauses: tuple[tuple[str, str], ...] = ()
    """Functions that are called where a part of a contract is broken, each with the violation in words."""

    @property
    def is_bounded(self) -> bool:
        """Are there calls that it leaves out, though nothing but their size tells them from those that it makes?"""
        return self.longest is not None or self.followed is not None

    @property
    def bound(self) -> str:
        """The result of a proof for this harness, in words for the user; empty if it holds for all calls."""
        lengths = [] if self.longest is None else [f"arrays and strings of up to {self.longest} elements"]
        depths = [] if self.followed is None else [f"pointers followed {self.followed} deep"]
        return f"no failure with {' and '.join([*lengths, *depths])}" if self.is_bounded else ""
