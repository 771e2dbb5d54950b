"""Interpolation abstraction with term templates (Rümmer, Subotić: Exploring interpolants, FMCAD 2013; Leroux, Rümmer, Subotić:
Guiding Craig interpolation with domain-specific abstractions, Acta Informatica 2016).

At each cut of a path, the blocks before it and those after it are given names of their own for everything that they share, and
all that the two sides know of each other is that some *template terms* have the same values on both.  If the path is still
infeasible, its interpolants can speak of the state only through these terms: with ``x - y`` as the only one they say how far
``x`` and ``y`` are apart, and never that ``x`` is 1, 2, 3 after so many iterations of a loop.  If it is not, there are no such
interpolants, and other strategies have to find some.

The terms of a cut are the templates of the function it lies in, and the predicates that are tracked there already: what is
known of the state can be used, but not said in other words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from whet.cfa.model import Node
from whet.encoding.encode import Encoder
from whet.refine.blocks import PathBlock, Strategy
from whet.runtime.deadline import Deadline
from whet.solvers.port import Failure, InterpolantTerms, Model, Sat, Solver, Unsat
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import Substitution, ordered, symbols
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class TermTemplate:
    """A term over bases whose value may be worth knowing."""

    term: Term
    function: str | None
    """The function whose local variables it names; None if it names none."""


Known: TypeAlias = Callable[[Node], Sequence[Term]]
"""The predicates that are tracked at a location, over bases."""


@dataclass(frozen=True, slots=True)
class AbstractedPath:
    """Blocks that share nothing but the values of template terms."""

    blocks: tuple[PathBlock, ...]
    cuts: tuple[Mapping[Term, Term], ...]
    """For each cut, the names of these values, with the terms over instances that have them."""

    def in_words_of_the_path(self, terms: Terms, found: Sequence[Term]) -> InterpolantTerms:
        pairs = zip(found, self.cuts, strict=True)
        return InterpolantTerms(tuple(Substitution(terms, cut)(term) for term, cut in pairs))


class TemplateAbstraction:
    """Abstracts paths."""

    def __init__(self, encoder: Encoder, templates: Sequence[TermTemplate], known: Known) -> None:
        self._encoder = encoder
        self._terms = encoder.terms
        self._templates = tuple(templates)
        self._known = known

    def of(self, blocks: Sequence[PathBlock]) -> AbstractedPath | None:
        """None if no cut has templates."""
        cuts = tuple(self._cut(block, number) for number, block in enumerate(blocks[:-1]))
        if not any(cuts):
            return None
        return AbstractedPath(tuple(self._abstracted(block, number, cuts) for number, block in enumerate(blocks)), cuts)

    def _cut(self, block: PathBlock, number: int) -> dict[Term, Term]:
        """The values that the two sides share after a block, by their names."""
        here = [each.term for each in self._templates if each.function in (None, block.location.function.name)]
        bases = dict.fromkeys([*here, *self._known(block.location)] if here else ())
        instances = [self._encoder.instantiate(term, block.after.ssa) for term in bases]
        return {self._terms.symbol(f"template#{number}#{n}", term.sort): term for n, term in enumerate(instances)}

    def _abstracted(self, block: PathBlock, number: int, cuts: Sequence[dict[Term, Term]]) -> PathBlock:
        """A block with names of its own, and what it shares with its neighbours."""
        around = cuts[max(number - 1, 0) : number + 1]
        shared = [self._terms.eq(name, value) for cut in around for name, value in cut.items()]
        names = {name for cut in around for name in cut}
        whole = self._terms.and_(block.formula, *shared)
        own = {each: self._own(each, number) for each in ordered(symbols(whole)) if each not in names and self._changes(each)}
        return replace(block, after=replace(block.after, formula=Substitution(self._terms, own)(whole)), steps=None)

    def _changes(self, symbol: Term) -> bool:
        return self._encoder.vocabulary.base_of(symbol) is not None

    def _own(self, symbol: Term, number: int) -> Term:
        return self._terms.symbol(f"block#{number}#{symbol.name}", symbol.sort)


class TemplateInterpolants(Strategy):
    """Interpolants in the language of templates, found by another strategy."""

    name = "templates"

    def __init__(self, abstraction: TemplateAbstraction, terms: Terms, inner: Strategy) -> None:
        self._abstraction = abstraction
        self._terms = terms
        self._inner = inner

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        path = self._abstraction.of(blocks)
        if path is None:
            return Failure("no cut has templates")
        found = self._inner.sequence(path.blocks, limit=limit)
        return found if isinstance(found, Failure) else path.in_words_of_the_path(self._terms, found.terms)


class TemplateConjunctions(Strategy):
    """Interpolants that say the same of the templates each time the path is at a location (Flanagan, Leino: Houdini, FME 2001).

    Candidates are: a template that is a truth value, or its negation; a number has the value that it has in some execution that
    comes to the location for the first time.  What a block does not keep is dropped until all blocks keep the rest; then what is
    not needed is dropped.  What is left is preferred to what others find, because it does not depend on how often the path goes
    around a loop."""

    name = "template conjunctions"
    settles = True

    def __init__(self, abstraction: TemplateAbstraction, solver: Solver) -> None:
        self._abstraction = abstraction
        self._solver = solver

    def sequence(self, blocks: Sequence[PathBlock], *, limit: float | None = None) -> InterpolantTerms | Failure:
        path = self._abstraction.of(blocks)
        if path is None:
            return Failure("no cut has templates")
        try:
            conjunctions = _Conjunctions(path, self._solver, Deadline(limit))
            return path.in_words_of_the_path(self._solver.terms, conjunctions.found())
        except _GaveUp as reason:
            return Failure(str(reason))


class _GaveUp(Exception):
    """There will be no result; the message says why."""


Literal: TypeAlias = tuple[int, int]
"""The number of a template at a location, and a value that it has; 0 or 1 for a truth value."""


class _Conjunctions:
    """The candidates of each location, fewer and fewer."""

    def __init__(self, path: AbstractedPath, solver: Solver, deadline: Deadline) -> None:
        self._path = path
        self._solver = solver
        self._terms = solver.terms
        self._deadline = deadline
        self._names = [tuple(cut) for cut in path.cuts]
        self._locations = [block.location for block in path.blocks[:-1]]
        self._left: dict[Node, tuple[Literal, ...]] = {}

    def found(self) -> list[Term]:
        for number, location in enumerate(self._locations):
            if location not in self._left:
                self._left[location] = self._candidates(number)
        while self._drop_broken(self._left):
            pass
        if not self._excludes(self._left):
            raise _GaveUp("no conjunction of templates excludes the path")
        for location in dict.fromkeys(self._locations):
            for literal in self._left[location]:
                fewer = {**self._left, location: tuple(each for each in self._left[location] if each != literal)}
                while self._drop_broken(fewer):
                    pass
                if self._excludes(fewer):
                    self._left = fewer
        return [self._said(number, self._left) for number in range(len(self._locations))]

    def _candidates(self, number: int) -> tuple[Literal, ...]:
        """For the location of a cut where the path has not been before."""
        model = self._model([block.formula for block in self._path.blocks[: number + 1]])
        if model is None:
            return ()
        names = enumerate(self._names[number])
        return tuple((n, int(model.holds(name)) if name.sort == BOOL else model.bits(name)) for n, name in names)

    def _literal(self, number: int, literal: Literal) -> Term:
        position, value = literal
        name = self._names[number][position]
        if name.sort == BOOL:
            return name if value else self._terms.not_(name)
        return self._terms.eq(name, self._terms.bv(value, name.width))

    def _said(self, number: int, left: Mapping[Node, Sequence[Literal]]) -> Term:
        return self._terms.and_(*(self._literal(number, each) for each in left.get(self._locations[number], ())))

    def _drop_broken(self, left: dict[Node, tuple[Literal, ...]]) -> bool:
        """Was there a block that does not keep what is left?"""
        dropped = False
        for number, location in enumerate(self._locations):
            while (model := self._model([*self._before(number, left), self._terms.not_(self._said(number, left))])) is not None:
                left[location] = tuple(each for each in left[location] if model.holds(self._literal(number, each)))
                dropped = True
        return dropped

    def _before(self, number: int, left: Mapping[Node, Sequence[Literal]]) -> list[Term]:
        said = [self._said(number - 1, left)] if number else []
        return [*said, self._path.blocks[number].formula]

    def _excludes(self, left: Mapping[Node, Sequence[Literal]]) -> bool:
        return self._model(self._before(len(self._locations), left)) is None

    def _model(self, formulas: Sequence[Term]) -> Model | None:
        self._solver.push()
        self._solver.add(*formulas)
        answer = self._solver.check(limit=self._deadline.left())
        self._solver.pop()
        match answer:
            case Sat(model=model):
                return model
            case Unsat():
                return None
            case _:
                raise _GaveUp("the solver does not answer")
