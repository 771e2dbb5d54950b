"""The port to solvers: what Whet asks of an engine, and what it gets.

A solver gives one of three answers, and who asks must deal with each: ``Sat`` with a model, ``Unsat`` with the assumptions it
needed, ``NoAnswer`` with the reason.  A time-out is the third answer, not an exception.

An ``Engine`` belongs to one ``Terms`` and one thread.  What only some engines can do has protocols of its own:
``Interpolating``, ``HornSolving``, ``QuantifierElimination``.  Their results are suggestions that may fail (``Failure``) and
are to be checked (``interpolation.check_sequence``) before use.  Engines are imported when they are asked for, not before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from enum import Enum
from typing import Protocol, TypeAlias, runtime_checkable

from whet.core.registry import ENGINE
from whet.solvers.terms.evaluate import evaluate_more
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term
from whet.solvers.terms.values import FunctionValue, TermValue, default_value
from whet.solvers.terms.walks import functions
from whet.task.errors import TaskError
from whet.task.options import Section
from whet.task.records import dataclass


class Capability(Enum):
    INTEGERS = "mathematical integers"
    FLOATS = "floating-point numbers of 16, 32, 64 and 128 bits"
    ALL_FLOATS = "floating-point numbers of every format"
    ARRAYS = "arrays"
    FUNCTIONS = "uninterpreted functions"
    MODELS = "models"
    CORES = "unsatisfiable cores"
    INTERPOLATION = "interpolation"
    HORN = "Horn clauses"
    QUANTIFIER_ELIMINATION = "quantifier elimination"


class Use(Enum):
    """What a solver is for; some engines prepare differently."""

    TINY = "many small checks"
    HEAVY = "large formulas: abstraction, bounded model checking"


# -------------------------------------------------------------------------------------------------- answers


class FailureReason(Enum):
    TIME_LIMIT = "time limit"
    INTERRUPTED = "interrupted"
    GAVE_UP = "the engine gave up"


class Model:
    """Values of symbols and functions that satisfy what was asserted; it stays as it is whatever the solver does next.

    Values are read from the engine on demand.  A symbol the engine has no value for may have any: it is given
    ``default_value``."""

    def __init__(self, symbol: Callable[[Term], TermValue | None], function: Callable[[str], FunctionValue | None]) -> None:
        self._read_symbol = symbol
        self._read_function = function
        self._symbols: dict[Term, TermValue] = {}
        self._functions: dict[str, FunctionValue] = {}
        self._values: dict[int, TermValue] = {}

    def value(self, term: Term) -> TermValue:
        """The value of any term, by evaluation; what terms have in common is evaluated once."""
        applied = functions(term)
        return evaluate_more(self._values, term, self._symbol, lambda name: self._function(applied[name]))

    def bits(self, term: Term) -> int:
        """The value of a bit-vector."""
        value = self.value(term)
        assert isinstance(value, int), f"{term} is no bit-vector"
        return value

    def holds(self, term: Term) -> bool:
        return bool(self.value(term))

    def values(self, terms: Iterable[Term]) -> dict[Term, TermValue]:
        return {term: self.value(term) for term in terms}

    def with_symbols(self, values: Mapping[Term, Term]) -> Model:
        """The same, where some symbols have the values of terms."""
        return Model(lambda each: self.value(values[each]) if each in values else self._symbol(each), self._read_function)

    def _symbol(self, symbol: Term) -> TermValue:
        if symbol not in self._symbols:
            value = self._read_symbol(symbol)
            self._symbols[symbol] = default_value(symbol.sort) if value is None else value
        return self._symbols[symbol]

    def _function(self, application: Term) -> FunctionValue:
        name = application.name
        if name not in self._functions:
            value = self._read_function(name)
            self._functions[name] = FunctionValue(default_value(application.sort), ()) if value is None else value
        return self._functions[name]


@dataclass(frozen=True, slots=True)
class Sat:
    model: Model


@dataclass(frozen=True, slots=True)
class Unsat:
    """``core`` has those assumptions, in the order they were given, that contradict each other and the assertions."""

    core: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class NoAnswer:
    reason: FailureReason
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.reason.value}: {self.detail}" if self.detail else self.reason.value


SolverAnswer: TypeAlias = Sat | Unsat | NoAnswer


@dataclass(frozen=True, slots=True)
class Failure:
    """An engine had no result to offer."""

    reason: str


class UnsupportedTerm(Exception):
    """An engine has no counterpart to a term; the message names both."""


class MissingCapability(TaskError):
    """An engine cannot do what the configuration asks of it; the message says what the user can do."""


# -------------------------------------------------------------------------------------------------- observation


@dataclass(frozen=True, slots=True)
class EngineCall:
    """What an observer learns about a call of an engine."""

    engine: str
    kind: str
    """``check``, ``interpolate``, ``horn`` or ``eliminate``."""
    seconds: float
    answer: str
    """The name of the answer's class."""


EngineObserver: TypeAlias = Callable[[EngineCall], None]


def unobserved(query: EngineCall) -> None:
    """The observer that does nothing."""


# -------------------------------------------------------------------------------------------------- protocols


class Solver(Protocol):
    """An incremental solver."""

    @property
    def terms(self) -> Terms: ...

    def push(self) -> None:
        """Remember the assertions made so far."""

    def pop(self) -> None:
        """Forget those made since the last ``push`` that was not taken back."""

    def add(self, *terms: Term) -> None:
        """Assert; ``UnsupportedTerm`` is raised for what the engine does not know."""

    def check(self, *assumptions: Term, limit: float | None = None) -> SolverAnswer:
        """Are the assertions satisfiable together with the assumptions?

        ``limit`` in seconds of wall time takes the place of the solver's own.  Engines look at the clock at safe points
        only; what must end in time needs a process of its own."""

    def interrupt(self) -> None:
        """Stop the check under way in another thread; it is ``NoAnswer`` then.  Without one, do nothing."""


class Engine(Protocol):
    """An SMT engine with its own context for the terms of one table; not to be shared between threads."""

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def capabilities(self) -> frozenset[Capability]: ...

    @property
    def terms(self) -> Terms: ...

    def solver(self, *, use: Use = Use.TINY, limit: float | None = None) -> Solver: ...


@dataclass(frozen=True, slots=True)
class InterpolantTerms:
    """``terms[i]`` follows from the blocks up to ``i`` and contradicts those after; with block ``i+1`` it implies the next."""

    terms: tuple[Term, ...]


@runtime_checkable
class Interpolating(Protocol):
    def sequence(self, blocks: Sequence[Term], *, limit: float | None = None) -> InterpolantTerms | Failure:
        """A sequence of interpolants for blocks that contradict each other: one fewer than blocks."""


@runtime_checkable
class HornSolving(Protocol):
    def horn_sequence(
        self, blocks: Sequence[Term], *, cuts: Sequence[Collection[Term]] | None = None, limit: float | None = None
    ) -> InterpolantTerms | Failure:
        """The same by solving Horn clauses: one predicate over the symbols in ``cuts[i]`` between the blocks i and i+1.

        Without ``cuts`` these are the symbols common to the blocks before and after."""


class EngineEffort(Enum):
    LIGHT = "only what is cheap"
    FULL = "whatever it takes, within the limit"


@dataclass(frozen=True, slots=True)
class Eliminated:
    """``term`` is equivalent to the quantified term and has none of the symbols."""

    term: Term


@runtime_checkable
class QuantifierElimination(Protocol):
    def eliminate(
        self, symbols: Collection[Term], term: Term, *, effort: EngineEffort = EngineEffort.FULL, limit: float | None = None
    ) -> Eliminated | Failure:
        """A term without these symbols that holds exactly if some values of them make ``term`` hold."""


# -------------------------------------------------------------------------------------------------- finding engines


def engine_named(
    name: str,
    terms: Terms,
    *,
    options: Section | None = None,
    needs: Collection[Capability] = (),
    observer: EngineObserver = unobserved,
) -> Engine:
    """A new engine for these terms, with its default options unless others are given.

    ``MissingCapability`` is raised if it cannot do all that is needed."""
    try:
        found = ENGINE.find(name)
    except ImportError as error:
        raise MissingCapability(f"the SMT engine {name} is not installed ({error}); pip install whet brings it") from error
    if found is None:
        raise MissingCapability(f"there is no SMT engine {name!r}; choose one of {', '.join(ENGINE)}")
    given = () if options is None or found.options is not type(options) else (options,)
    engine: Engine = found.make(terms, *given, observer=observer)
    require(engine, needs)
    return engine


def require(engine: Engine, needs: Collection[Capability]) -> None:
    """Raise ``MissingCapability`` unless the engine can do all of it."""
    missing = [capability.value for capability in Capability if capability in needs and capability not in engine.capabilities]
    if missing:
        raise MissingCapability(f"the SMT engine {engine.name} {engine.version} cannot do: {', '.join(missing)}")
