"""What variables were when the present call of a function began, as variables of that function.

Contracts of functions speak of them (``core.evidence``).  They are no variables of the program: no operation names one.
"""

from __future__ import annotations

from whet.cfa.expressions import Variable, VariableKind
from whet.cfa.model import Function, Program
from whet.cfa.types import is_scalar


class Earlier:
    """Of one program: ``program.fact(Earlier)``."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._first = 1 + max((variable.number for variable in program.variables()), default=0)
        self._made: dict[Function, dict[Variable, Variable]] = {}

    def of(self, function: Function) -> dict[Variable, Variable]:
        """One for each parameter and each global that is a scalar and to which no pointer leads."""
        if function not in self._made:
            named = (*function.parameters, *self._program.globals)
            found = [each for each in named if is_scalar(each.type) and each not in self._program.address_taken]
            self._made[function] = {each: self._earlier(function, each) for each in found}
        return self._made[function]

    def _earlier(self, function: Function, variable: Variable) -> Variable:
        """Of a name that no variable of C has."""
        self._first += 1
        return Variable(
            number=self._first,
            name=f"\\old({variable.name})",
            type=variable.type,
            kind=VariableKind.TEMPORARY,
            function=function.name,
        )
