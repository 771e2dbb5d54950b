"""What an encoding leaves out or adds: notes that a path formula carries.

A path formula is exact where it has no note: its models are the executions of the path.  A note says that something happened on
the path that the formula does not describe exactly, and *under which condition* (``Encoder.when``), so that a solver can decide
whether this matters.  Two questions are to be kept apart:

* ``loses``: the program may do what no model of the formula does.  A proof that needs the formula to have no model is worth
  nothing if the condition can be met.  This is what would make a TRUE wrong.
* ``adds``: a model of the formula may be no execution.  An alarm that rests on it needs a replay.

**Executions end where C gives no meaning**, as those of the interpreter do (``interpreter.outcomes.UndefinedBehaviour``).  So
what a formula says about the time after that cannot lose anything; whatever it says there adds.  This is the case for

* an operator without meaning for its operands (``UNDEFINED``): its result is any value;
* an access outside of the living objects of its region (``ACCESS``), which reads or writes what the array has there;
* the use of a pointer to an object whose life is over (``LIFETIME``): it may equal a pointer to a younger object;
* the order of, and distance between, addresses of different objects (``ORDER``): that of the addresses chosen here.

(The interpreter continues in the last case, and compares pointers to dead objects; C does not.)

Three kinds lose: ``UNSUPPORTED`` constructs; ``ADDRESS``, because a formula has one number for an address where an execution
may have another; and ``TRUTH_VALUE``, because programs continue with any other byte in a ``_Bool``, where a formula has one bit.
That an unknown function changes only what it can reach is an assumption of the run, which prints the calls
(``Encoder.assumed``); so is what ``regions`` says of such functions.  ``regions`` also says which pointers may lead anywhere:
what is read through them is any value, and a write through them makes everything any value (``ROUGH``); this adds, and loses
nothing.  The same is done where a part of a pointer is read as something else (``views``).
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

from whet.cfa.source import Origin
from whet.pointers.regions import Region
from whet.solvers.terms.term import Term
from whet.task.messages import unknown
from whet.task.records import dataclass


class NoteKind(Enum):
    """Why there is a note.  The value is the template of the text for the user."""

    UNDEFINED = str(unknown.UNDEFINED)
    ACCESS = str(unknown.ACCESS)
    LIFETIME = str(unknown.LIFETIME)
    ORDER = str(unknown.ORDER)
    ADDRESS = str(unknown.ADDRESS)
    LIBRARY = str(unknown.LIBRARY)
    UNKNOWN_FUNCTION = str(unknown.UNKNOWN_FUNCTION)
    ROUGH = str(unknown.ROUGH)
    UNSUPPORTED = unknown.UNSUPPORTED.replace("{construct}", "{what}")
    NAN = str(unknown.NAN)
    TRUTH_VALUE = str(unknown.TRUTH_VALUE)

    @property
    def loses(self) -> bool:
        return self in _LOSING

    @property
    def adds(self) -> bool:
        return True


_LOSING = frozenset({NoteKind.ADDRESS, NoteKind.TRUTH_VALUE, NoteKind.UNSUPPORTED})


@dataclass(frozen=True, slots=True)
class Outside:
    """Some bytes, at an address of ``memory.WIDE`` bits, are not within a living object of the region."""

    region: Region
    address: Term
    size: int
    writes: bool
    blocks: Term | None
    """The sizes of the heap blocks of the region; None if it has none."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Two addresses (of ``memory.WIDE`` bits) do not belong to one object of the region."""

    region: Region
    left: Term
    right: Term
    blocks: Term | None


NoteCondition: TypeAlias = Term | Outside | Apart
"""When a note matters.  The last two depend on what is alive, so they become terms only on request."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A note in a template: its terms are over the symbols of the template."""

    kind: NoteKind
    what: str
    origin: Origin
    condition: NoteCondition
    under: Term
    """What was assumed earlier on the same edge."""
    is_certain: bool = True
    """Of what C gives no meaning to: is this so whenever the condition is met, or may there be an unknown object?"""

    def __str__(self) -> str:
        return f"{self.origin.original_place}: {self.kind.value.format(what=self.what)}"

    @property
    def terms(self) -> tuple[Term, ...]:
        match self.condition:
            case Term() as term:
                return self.under, term
            case Outside(address=address, blocks=blocks):
                return (self.under, address) if blocks is None else (self.under, address, blocks)
            case Apart(left=left, right=right, blocks=blocks):
                return (self.under, left, right) if blocks is None else (self.under, left, right, blocks)
