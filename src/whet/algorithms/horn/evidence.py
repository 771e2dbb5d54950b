"""A solution of Horn clauses as evidence: invariants of loops, and contracts of functions that have a summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from whet.algorithms.horn.summaries import CallSummary, Summaries
from whet.algorithms.horn.telling import numbers_of, told
from whet.algorithms.invariants import invariant_at
from whet.cfa.earlier import Earlier
from whet.cfa.expressions import Const, Expr, Variable, conjunction
from whet.cfa.model import Function, Program
from whet.cfa.show import to_c
from whet.cfa.trees import ExpressionTree, NoTree, Trees
from whet.core.evidence import Contract, Invariant, Proof, Spot
from whet.encoding.decoding import Decoding, NotDecoded
from whet.encoding.encode import Encoder
from whet.solvers.clauses import Relation, Solution
from whet.solvers.terms.term import Term


class HornEvidence:
    """Says in C what relations are, as far as possible."""

    def __init__(self, program: Program, encoder: Encoder, summaries: Summaries) -> None:
        self._program = program
        self._encoder = encoder
        self._vocabulary = encoder.vocabulary
        self._summaries = summaries
        self._functions = {node.number: node.function for node in program.nodes()}
        self._decodings: dict[Function, Decoding] = {}
        self._trees: dict[Function, Trees] = {}

    def proof(self, solution: Solution) -> Proof:
        said = {relation: self._said(relation, terms) for relation, terms in solution.items()}
        every = {relation: [*self._about_all(relation, terms)] for relation, terms in solution.items() if relation.is_head}
        left_out = sum(len(said[each]) + len(every.get(each, ())) < len(terms) for each, terms in solution.items())
        heads = [found for each in every for found in (*self._invariant(each, said[each]), *every[each])]
        by_location = {relation.location: relation for relation in said if not relation.is_head}
        contracts = [
            self._contract(each, [*map(by_location.get, (each.entering.location, each.leaving.location))], said)
            for each in self._summaries.values()
        ]
        return Proof(tuple(heads), left_out, contracts=tuple(contracts))

    def _root(self, relation: Relation) -> Function:
        """The function in which the calls that lead to a relation begin."""
        return self._functions[relation.calls[0]] if relation.calls else relation.location.function

    def _said(self, relation: Relation, terms: Sequence[Term]) -> list[Expr]:
        found, decoding = [], self._decoding(self._root(relation))
        for term in terms:
            if not numbers_of(term):
                with suppress(NotDecoded):
                    found.append(decoding.truth(term))
        return found

    def _decoding(self, root: Function) -> Decoding:
        if root not in self._decodings:
            more = {} if root not in self._summaries else dict(self._earlier(root, self._summaries[root]))
            self._decodings[root] = Decoding(self._program.machine, self._vocabulary.described, more)
            self._trees[root] = Trees(self._program, more.values())
        return self._decodings[root]

    def _earlier(self, root: Function, summary: CallSummary) -> Iterator[tuple[Term, Variable]]:
        known = self._program.fact(Earlier).of(root)
        for base in summary.before:
            variable = self._vocabulary.described(base)
            assert variable is not None
            yield base, known[variable]

    def _invariant(self, relation: Relation, said: Sequence[Expr]) -> Iterator[Invariant]:
        """With the calls that lead there, because it may speak of the variables of callers."""
        if said:
            with suppress(NoTree):
                text, tree = self._told(self._root(relation), said)
                yield invariant_at(relation.location, Spot.LOOP_HEAD, text, tree, relation.calls)

    def _about_all(self, relation: Relation, terms: Sequence[Term]) -> Iterator[Invariant]:
        """What is known of all elements of arrays."""
        for term in filter(numbers_of, terms):
            with suppress(NotDecoded, NoTree):
                every = told(self._encoder, self._program.machine, term)
                text = f"for all {', '.join(each.name for each in every.numbers)}: {to_c(every.condition)}"
                yield invariant_at(relation.location, Spot.LOOP_HEAD, text, Trees(self._program).every(every), relation.calls)

    def _contract(self, summary: CallSummary, relations: Sequence[Relation | None], said: dict[Relation, list[Expr]]) -> Contract:
        """What no error depends on is not said."""
        function = summary.function
        before, after = ([] if each is None else said[each] for each in relations)
        (requires, requires_tree), (ensures, ensures_tree) = self._told(function, before), self._told(function, after)
        return Contract(
            function=function.name,
            requires=requires,
            requires_tree=requires_tree,
            ensures=ensures,
            ensures_tree=ensures_tree,
        )

    def _told(self, root: Function, said: Sequence[Expr]) -> tuple[str, ExpressionTree]:
        condition = conjunction([*said], self._program.machine.int)
        if condition is None:
            return self._told(root, [Const(1, self._program.machine.int)])
        self._decoding(root)
        return " && ".join(map(to_c, said)), self._trees[root].tree(condition)
