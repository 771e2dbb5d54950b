"""Weakest preconditions over an unsatisfiable core (after Leino, "Efficient weakest preconditions", IPL 2005, and the inductive
generalisation of Bradley, VMCAI 2011).

First the conjuncts of the blocks that contradict each other are found, and made few.  Then, from the last block backwards, the
states from which the rest of the path can be executed are computed: the *bad* states, whose complement is the interpolant.

Bad states are kept as cubes, each a conjunction of terms over the instances at a cut.  A model of a block and the bad states
after it gives the next cube: the way it takes through the block's disjunctions, with what is local to the block eliminated by
equalities (``resolution``), or else by the model (``projected``).  A cube loses every conjunct that is not needed to contradict
the blocks before it.  This repeats until no model is left, so the result obeys the laws by construction.

Where a block leads from a location to itself, the interpolant after it is tried before it, too: a formula that one iteration of
a loop preserves is worth more than the weakest one.

Model-based projection (Komuravelli, Gurfinkel, Chaki, CAV 2014) removes an existential quantifier by a term ``t``: ``F(t)``
implies ``exists s. F(s)``.  The term must keep the formula true in the model; candidates are the terms that ``s`` is compared
with, then its value.  An array that is only read becomes a value for each place of a read, once the model shows which of these
are equal. The result implies the quantified formula and holds in the model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from whet.core.registry import register_strategy
from whet.encoding.encode import Encoder
from whet.refine.blocks import PathBlock, Strategy
from whet.refine.interpolants.atoms import normalised
from whet.refine.interpolants.cores import Cores, is_nonlinear, resolved_check, without_definitions
from whet.refine.interpolants.linear import difference
from whet.refine.interpolants.resolution import disjuncts_of, resolved
from whet.runtime.deadline import Deadline
from whet.solvers.interpolation import vocabularies
from whet.solvers.port import Engine, Failure, InterpolantTerms, Model, NoAnswer, Sat, Solver, Unsat, UnsupportedTerm
from whet.solvers.routing import Engines
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, Array, BitVec
from whet.solvers.terms.term import Op, Term, is_false, reachable
from whet.solvers.terms.walks import Substitution, conjuncts, ordered, size, symbols
from whet.task.records import dataclass

_COMPARISONS = frozenset({Op.EQ, Op.BV_ULT, Op.BV_ULE, Op.BV_SLT, Op.BV_SLE})
_MOST = 12
"""Terms that are tried for a symbol before its value is."""


def projected(terms: Terms, parts: Sequence[Term], unwanted: Collection[Term], model: Model) -> list[Term] | None:
    """Conjuncts without these symbols that hold in the model, as the given ones must; None if none are found."""
    found = list(parts)
    arrays = [symbol for symbol in _present(found, unwanted) if isinstance(symbol.sort, Array)]
    for symbol in arrays:
        read = _without_reads(terms, found, symbol, model)
        if read is None:
            return None
        found = read
    for symbol in _present(found, unwanted):
        about = [part for part in found if symbol in symbols(part)]
        changed = _replaced(terms, about, symbol, model)
        if changed is None:
            return None
        found = [*(part for part in found if symbol not in symbols(part)), *changed]
    return found


def _present(parts: Sequence[Term], unwanted: Collection[Term]) -> list[Term]:
    return ordered(frozenset[Term]().union(*map(symbols, parts)) & frozenset(unwanted))


def _replaced(terms: Terms, parts: list[Term], symbol: Term, model: Model) -> list[Term] | None:
    for candidate in _candidates(terms, parts, symbol, model):
        changed = [*map(Substitution(terms, {symbol: candidate}), parts)]
        if all(map(model.holds, changed)):
            return changed
    return None


def _candidates(terms: Terms, parts: list[Term], symbol: Term, model: Model) -> Iterator[Term]:
    yield from list(dict.fromkeys(_compared(terms, parts, symbol)))[:_MOST]
    value = model.value(symbol)
    if isinstance(value, int) and isinstance(symbol.sort, BitVec):
        yield terms.bv(value, symbol.sort.width)
    elif symbol.sort == BOOL:
        yield terms.truth(bool(value))


def _compared(terms: Terms, parts: list[Term], symbol: Term) -> Iterator[Term]:
    """What the symbol would be if it equalled what it is compared with; and the values beside that."""
    for atom in reachable(parts):
        if atom.op not in _COMPARISONS or symbol not in symbols(atom) or not isinstance(symbol.sort, BitVec):
            continue
        total = difference(terms, *atom.args)
        value = total.solved(symbol) if total is not None and symbol in total.factors else None
        if value is not None and not any(symbol in symbols(other) for other in value.factors):
            found = value.term(terms)
            yield from (terms.bv_add(found, terms.bv(offset, symbol.sort.width)) for offset in (0, -1, 1))


def _without_reads(terms: Terms, parts: list[Term], array: Term, model: Model) -> list[Term] | None:
    """With a value of the model's in the place of each read of the array; None if it is not only read."""
    while reads := _reads(parts, array):
        places = {model.value(read.args[1]): read.args[1] for read in reads}
        same = [terms.eq(read.args[1], places[model.value(read.args[1])]) for read in reads]
        values = {read: _constant(terms, read, model) for read in reads}
        known = {read: value for read, value in values.items() if value is not None}
        if len(known) < len(values):
            return None
        different = _all_different(terms, list(places.values()))
        parts = [*map(Substitution(terms, known), parts), *same, *different]
    return None if any(array in symbols(part) for part in parts) else parts


def _reads(parts: list[Term], array: Term) -> list[Term]:
    """The reads of the array at places that do not depend on it."""
    selects = [term for term in reachable(parts) if term.op is Op.SELECT and term.args[0] is array]
    return [term for term in selects if array not in symbols(term.args[1])]


def _constant(terms: Terms, read: Term, model: Model) -> Term | None:
    value = model.value(read)
    return terms.bv(value, read.width) if isinstance(value, int) and isinstance(read.sort, BitVec) else None


def _all_different(terms: Terms, places: list[Term]) -> list[Term]:
    return [terms.distinct(a, b) for number, a in enumerate(places) for b in places[:number]]


BadCube: TypeAlias = tuple[Term, ...]
"""A conjunction."""
_PATIENCE = 2.0
"""Seconds for a query before it is simplified."""
_SHIFTING = 3.0
"""Seconds for finding out whether a block keeps an interpolant."""


@register_strategy("wp")
class WeakestPreconditions(Strategy):
    """Weakest preconditions over an unsatisfiable core.

    ``cubes`` is the greatest number of them at a cut."""

    def __init__(self, encoder: Encoder, engines: Engines, *, cubes: int = 40) -> None:
        self._engine = engines.main
        self._encoder = encoder
        self._cubes = cubes

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        deadline = Deadline(limit)
        try:
            cores = Cores(self._engine, deadline).of_blocks([tuple(conjuncts(block.formula)) for block in blocks])
            if isinstance(cores, Failure):
                return cores
            encoder = self._encoder
            cuts = [frozenset[Term](), *vocabularies([block.formula for block in blocks]), frozenset[Term]()]
            made: list[_Part] = []
            for number, block in enumerate(blocks):
                repeats = number > 0 and blocks[number - 1].location is block.location
                earlier = _earlier(encoder, block, cuts[number + 1]) if repeats else None
                made.append(_Part(cores[number], block.formula, cuts[number], earlier))
            parts = made
            return InterpolantTerms(tuple(_Backwards(self._engine, deadline, self._cubes).interpolants(parts)))
        except UnsupportedTerm as error:
            return Failure(str(error))
        except _GaveUp as reason:
            return Failure(str(reason))


class _GaveUp(Exception):
    """There will be no result; the message says why."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A block with the cut before it."""

    core: BadCube
    whole: Term
    vocabulary: frozenset[Term]
    """Of the cut before it."""
    earlier: dict[Term, Term] | None
    """Of the symbols of the cut after it, what they are before it; None unless it leads from a location to itself."""


def _earlier(encoder: Encoder, block: PathBlock, vocabulary: frozenset[Term]) -> dict[Term, Term]:
    """The instances before a block of what has instances after it."""
    bases = {symbol: encoder.vocabulary.base_of(symbol) for symbol in vocabulary}
    present = {symbol: base for symbol, base in bases.items() if base is not None}
    return {symbol: encoder.vocabulary.instance(base, block.before.ssa[base]) for symbol, base in present.items()}


class _Backwards:
    """Computes bad states from the last cut to the first."""

    def __init__(self, engine: Engine, deadline: Deadline, most: int) -> None:
        self._terms: Terms = engine.terms
        self._deadline = deadline
        self._most = most
        self._before = Cores(engine, deadline)
        """Has the blocks before the cut that is looked at."""
        self._within: Solver = engine.solver()
        """Has nothing between queries."""

    def interpolants(self, parts: Sequence[_Part]) -> list[Term]:
        for part in parts[:-1]:
            self._before.push(*part.core)
        bad: list[BadCube] = [()]
        found: list[Term] = []
        for part in parts[:0:-1]:
            bad = self._bad_before(part, bad)
            self._before.pop()
            t = self._terms
            found.append(normalised(t, t.not_(self._either(bad))))
        return found[::-1]

    def _bad_before(self, part: _Part, bad: list[BadCube]) -> list[BadCube]:
        if not part.core and all(symbols(conjunct) <= part.vocabulary for cube in bad for conjunct in cube):
            return [self._needed(cube) for cube in bad]
        found: list[BadCube] = []
        while (model := self._model(part, found, bad)) is not None:
            if not found and (shifted := self._shifted(part, bad)) is not None:
                return shifted
            # Bad states before a block, among them those of the model.
            t, vocabulary = self._terms, part.vocabulary
            chosen = next(cube for cube in bad if all(map(model.holds, cube)))
            taken = t.and_(*(each for conjunct in part.core for each in self._taken(conjunct, model, vocabulary)), *chosen)
            formula, local = resolved(t, taken, symbols(taken) - vocabulary)
            cube = tuple(conjuncts(normalised(t, formula)))
            if local:
                cube = self._without(cube, local, model)
            found.append(self._needed(cube))
            if len(found) > self._most:
                raise _GaveUp(f"more than {self._most} cubes at a cut")
        return found

    def _model(self, part: _Part, before: list[BadCube], after: list[BadCube]) -> Model | None:
        """A model of what the block needs, from other states than those known before it, to bad states after it."""
        match self._check([*part.core, self._either(after), self._terms.not_(self._either(before))], None):
            case Sat(model=model):
                return model
            case Unsat():
                return None
            case NoAnswer() as undecided:
                raise _GaveUp(str(undecided))

    def _check(self, formulas: list[Term], most: float | None) -> Sat | Unsat | NoAnswer:
        """A model that is given has all symbols; one of the formulas after simplification would not do."""
        if is_nonlinear(formulas) and is_false(without_definitions(self._terms, formulas)):
            return Unsat(())
        self._within.push()
        self._within.add(*formulas)
        answer = self._within.check(limit=self._deadline.left(_PATIENCE if most is None else min(most, _PATIENCE)))
        self._within.pop()
        if not isinstance(answer, NoAnswer):
            return answer
        simpler = resolved_check(self._within, formulas, limit=self._deadline.left(most))
        return answer if isinstance(simpler, Sat) else simpler

    def _either(self, cubes: list[BadCube]) -> Term:
        return self._terms.or_(*(self._terms.and_(*cube) for cube in cubes))

    def _shifted(self, part: _Part, bad: list[BadCube]) -> list[BadCube] | None:
        """The bad states after a block as those before it, if they lie on no path so far and the block leads from no others."""
        earlier = part.earlier
        if earlier is None or not all(symbols(conjunct) <= earlier.keys() for cube in bad for conjunct in cube):
            return None
        rename = Substitution(self._terms, earlier)
        renamed = [tuple(map(rename, cube)) for cube in bad]
        if any(not symbols(conjunct) <= part.vocabulary for cube in renamed for conjunct in cube):
            return None
        if any(isinstance(self._before.core(cube, most=_SHIFTING), Failure) for cube in renamed):
            return None
        formulas = [part.whole, self._either(bad), self._terms.not_(self._either(renamed))]
        return renamed if isinstance(self._check(formulas, _SHIFTING), Unsat) else None

    def _taken(self, conjunct: Term, model: Model, vocabulary: frozenset[Term]) -> Iterator[Term]:
        """What makes a conjunct true in a model; taken apart only as far as it speaks of local symbols."""
        stack = [conjunct]
        while stack:
            part = stack.pop()
            if symbols(part) <= vocabulary:
                yield part
            elif part.op is Op.AND:
                stack.extend(reversed(part.args))
            elif part.op is Op.NOT and part.args[0].op is Op.OR:
                stack.extend(self._terms.not_(each) for each in reversed(part.args[0].args))
            elif (disjuncts := disjuncts_of(self._terms, part)) is not None:
                stack.append(next(filter(model.holds, disjuncts)))
            else:
                yield part

    def _without(self, cube: BadCube, local: frozenset[Term], model: Model) -> BadCube:
        """Local symbols often go with conjuncts that are not needed; the others must go by the model."""
        found = projected(self._terms, self._core(cube), local, model)
        if found is None:
            raise _GaveUp(f"{min(local, key=lambda symbol: symbol.number).name} could not be eliminated")
        return tuple(conjuncts(normalised(self._terms, self._terms.and_(*found))))

    def _core(self, cube: BadCube) -> BadCube:
        found = self._before.core(cube)
        if isinstance(found, Failure):
            raise _GaveUp(found.reason)
        return found

    def _needed(self, cube: BadCube) -> BadCube:
        """The conjuncts that contradict the blocks before the cut; large ones are left out first."""
        found = self._before.minimised(sorted(cube, key=lambda conjunct: -size(conjunct)))
        if isinstance(found, Failure):
            raise _GaveUp(found.reason)
        return found
