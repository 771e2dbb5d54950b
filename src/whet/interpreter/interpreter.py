"""The concrete interpreter: executes a program on given inputs, exactly as C on x86 does.

A run ends where something is not modelled (``UnsupportedReached``).  Every alarm is replayed with the interpreter.  An
``Interpreter`` keeps the code it generates for a program, so that further runs start fast; runs are independent, and equal
inputs give equal runs.  ``translate`` turns expressions into Python and ``units`` pieces of an automaton, ``linking`` connects
them to the ``process`` of a run (memory, inputs, output) and drives them, ``library`` models the C library.  ``replay`` and
``path_inputs`` follow error paths, ``pool`` makes inputs, ``steps`` records a run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Declare, Enter, Leave, flatten
from whet.cfa.semantics import Value
from whet.interpreter.frames import FramePlan, lives_in_memory, plan_frame
from whet.interpreter.inputs import Inputs, ListedInputs
from whet.interpreter.linking import EdgeWatcher, Follower, ProgramRun
from whet.interpreter.outcomes import Execution
from whet.interpreter.process import Convention, Environment, RunBounds
from whet.interpreter.symbols import Code, ReferenceNames, Unit, function_of
from whet.interpreter.translate import Statics
from whet.interpreter.units import Options, UnitScope, UnitWriter, WatchedValues
from whet.interpreter.view import View

EdgeObserver: TypeAlias = Callable[[Edge], None]
ERROR_FUNCTIONS = frozenset({"__VERIFIER_error", "reach_error"})


class Interpreter:
    def __init__(
        self,
        program: Program,
        *,
        error_functions: frozenset[str] = ERROR_FUNCTIONS,
        error_labels: frozenset[str] = frozenset(),
        limits: RunBounds | None = None,
    ) -> None:
        self._program = program
        self._limits = limits or RunBounds()
        self._plans: dict[Function, FramePlan] = {}
        scalars = [variable for variable in program.globals if not lives_in_memory(program, variable)]
        declared = [part for edge in program.start.edges() for part in flatten(edge.operation) if isinstance(part, Declare)]
        unsure = frozenset(declare.variable for declare in declared if not declare.zeroed and declare.variable.is_static)
        statics = Statics({variable: slot for slot, variable in enumerate(scalars)}, unsure)
        self._plain = _CodeCache(self._scope(statics, Options(error_functions, error_labels, observed=False)))
        self._observed = _CodeCache(self._scope(statics, Options(error_functions, error_labels, observed=True)))
        self._counting: tuple[Mapping[Edge, int], ProgramRun] | None = None
        self._followed = _CodeCache(self._scope(statics, Options(error_functions, error_labels, observed=True, followed=True)))

    def _scope(self, statics: Statics, options: Options) -> UnitScope:
        return UnitScope(self._program, statics, ReferenceNames(), options, self._plan_of)

    def _plan_of(self, function: Function) -> FramePlan:
        if function not in self._plans:
            self._plans[function] = plan_frame(self._program, function)
        return self._plans[function]

    def run(
        self,
        inputs: Inputs | None = None,
        *,
        observer: EdgeObserver | None = None,
        arguments: Mapping[str, Value] | None = None,
        convention: Convention = Convention.GLIBC,
        texts: Mapping[str, bytes | None] | None = None,
    ) -> Execution:
        """Execute the program; ``observer`` is called with every edge before its operations are executed, and with both edges of
        ``Program.call_edges`` for a call of a function with a body. ``arguments`` are those of the entry function by name of the
        parameter (``x``, ``point.y``), ``texts`` the strings that the program is given (``argv[1]``, ``getenv("HOME")``);
        ``inputs`` is asked for the others."""
        environment = Environment(inputs or ListedInputs(), arguments or {}, convention, texts or {})
        if observer is None:
            return self._run(self._plain, environment, None)

        def see(edge: Edge, _view: View) -> None:
            observer(edge)

        return self._run(self._observed, environment, see)

    def count(
        self, inputs: Inputs, edges: Mapping[Edge, int], hits: bytearray, *, steps: int, watched: WatchedValues | None = None
    ) -> Execution:
        """Like ``run``, marking in ``hits`` the numbers of the edges that are taken; the run has at most so many steps, and its
        execution does not record inputs.  Calls with the same edges watch the same values."""
        environment = Environment(inputs)
        if self._counting is None or self._counting[0] is not edges:
            options = replace(self._plain.scope.options, counted=edges, watched=watched)
            cache = _CodeCache(replace(self._plain.scope, symbols=ReferenceNames(), options=options))
            made = ProgramRun(cache.scope, cache.unit, environment, replace(self._limits, steps=steps), None, hits=hits)
            made.process.is_recorded = False
            self._counting = edges, made
        else:
            self._counting[1].restart(environment, steps=steps, hits=hits)
        return self._counting[1].execute()

    def watch(
        self,
        watcher: EdgeWatcher,
        inputs: Inputs | None = None,
        *,
        skipped: int = 0,
        arguments: Mapping[str, Value] | None = None,
        texts: Mapping[str, bytes | None] | None = None,
    ) -> Execution:
        """Like ``run``, with the values of variables.  The first ``skipped`` steps are not watched; the execution does not record
        inputs."""
        environment = Environment(inputs or ListedInputs(), arguments or {}, texts=texts or {})
        return self._run(self._observed, environment, watcher, skipped=skipped, is_recorded=False)

    def follow(
        self, follower: Follower, inputs: Inputs | None = None, *, skipped: int = 0, watcher: EdgeWatcher | None = None
    ) -> Execution:
        """Like ``watch``, for each operation."""
        environment = Environment(inputs or ListedInputs())

        def see(edge: Edge, view: View) -> None:
            if watcher is not None:
                watcher(edge, view)
            if isinstance(edge.operation, (Enter, Leave)):
                follower.before(edge.operation, view)

        return self._run(self._followed, environment, see, follower, skipped=skipped)

    def _run(
        self,
        cache: _CodeCache,
        environment: Environment,
        watcher: EdgeWatcher | None,
        follower: Follower | None = None,
        *,
        skipped: int = 0,
        is_recorded: bool = True,
    ) -> Execution:
        earlier = None
        if skipped:
            limits = replace(self._limits, steps=skipped)
            earlier = ProgramRun(self._plain.scope, self._plain.unit, environment, limits, None)
            earlier.process.is_recorded = is_recorded
            if not earlier.advance():
                raise ValueError(f"the run has fewer than {skipped} steps")
        run = ProgramRun(cache.scope, cache.unit, environment, self._limits, watcher, follower, earlier=earlier)
        run.process.is_recorded = is_recorded
        return run.execute()


class _CodeCache:
    def __init__(self, scope: UnitScope) -> None:
        self.scope = scope
        self._units: dict[Code, Unit] = {}

    def unit(self, code: Code) -> Unit:
        if code not in self._units:
            self._units[code] = UnitWriter(self.scope, code, function_of(code)).unit()
        return self._units[code]


def execute(program: Program, inputs: Inputs | None = None, *, limits: RunBounds | None = None) -> Execution:
    """Run a program once with the usual error functions."""
    return Interpreter(program, limits=limits).run(inputs)
