"""The values of a run of one program, given to another: a violation that they lead to needs no search.

If they lead to none, the program is verified as it would be without them.
"""

from __future__ import annotations

from collections.abc import Sequence

from whet.algorithms.alarms import confirmed_run
from whet.algorithms.engine import Verification
from whet.cfa.model import Program
from whet.cfa.semantics import Value
from whet.cfa.sites import grant
from whet.core.context import Context
from whet.core.result import Result
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.pool import RecordedInputs
from whet.task.configuration import Configuration
from whet.task.task import Task


class RepeatingEngine(Verification):
    def __init__(self, given: Sequence[Value]) -> None:
        super().__init__()
        self._given = given

    def __call__(self, program: Program, task: Task, configuration: Configuration, context: Context, /) -> Result:
        grant(program, task.granted)
        interpreter = Interpreter(program)
        found = confirmed_run(program, interpreter, self._given, interpreter.run(RecordedInputs(self._given)), context)
        if found is None:
            return super().__call__(program, task, configuration, context)
        return Result(found.verdict, evidence=found.evidence)
