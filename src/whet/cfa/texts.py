"""Texts that a program is given: objects of the start function whose bytes are inputs.

To an analysis each is an array of variable length with unwritten bytes, except the zero at the end.  A run
is asked for the length and for each byte that it reads, and the values it was given are reported as one string
(``whet.interpreter.given_texts``). ``main`` is given strings, and the environment has variables, which need not be there.
"""

from __future__ import annotations

from whet.cfa.expressions import Variable, root_variable
from whet.cfa.operations import Assign, Declare, Operation
from whet.task.records import dataclass

LONGEST = 131071
"""Bytes before the zero of a text that Linux gives a program (``MAX_ARG_STRLEN`` has the zero, too)."""
NOT_SET = LONGEST + 1
"""Stands for the length of a variable that is not there, as every number does that is greater than ``longest_value``."""


def longest_value(variable: str) -> int:
    """Of a variable of the environment: its name and a sign lie before it."""
    return LONGEST - len(variable) - 1


@dataclass(frozen=True, slots=True)
class GivenText:
    """One of them; ``name`` is what the program calls it."""

    name: str
    length: Variable
    """How many bytes there are before the last one, which is zero."""
    text: Variable
    variable: str | None = None
    """The name that it has in the environment, if it is no string of ``main``."""


@dataclass(frozen=True, slots=True)
class GivenStrings:
    """What the start function makes for ``main`` and for those who ask for a variable of the environment."""

    of_main: tuple[GivenText, ...] = ()
    """From the first one on."""
    variables: tuple[GivenText, ...] = ()
    vectors: tuple[Variable, ...] = ()
    """The vectors that hold them, by their number."""
    long_vector: Variable | None = None
    """The vector that holds further strings, at unknown places."""
    beginning: Variable | None = None
    """The vector that stands for one with too many strings to model."""
    count: Variable | None = None
    """How many strings ``main`` is given."""

    @property
    def texts(self) -> tuple[GivenText, ...]:
        return (*self.variables, *self.of_main)

    def of_length(self, variable: Variable) -> GivenText | None:
        """The text whose length is kept there."""
        return next((each for each in self.texts if each.length is variable), None)

    def of_object(self, variable: Variable) -> GivenText | None:
        return next((each for each in self.texts if each.text is variable), None)

    @property
    def objects(self) -> frozenset[Variable]:
        return frozenset((*(each.text for each in self.texts), *self.vectors))

    def leaves_open(self, operation: Operation) -> bool:
        """Are there strings from here on at unknown places?"""
        return isinstance(operation, Declare) and operation.variable in (self.long_vector, self.beginning)

    def makes(self, operation: Operation) -> bool:
        """Is it a step in which they are made?  Such a step is in order, and rests on nothing that a program does."""
        match operation:
            case Declare(variable=variable):
                return variable in self.objects
            case Assign(lvalue=lvalue):
                return root_variable(lvalue) in self.objects
            case _:
                return False


NO_STRINGS = GivenStrings()
