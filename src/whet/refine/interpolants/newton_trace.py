"""The trace of Newton refinement (Gerlach 2018, chapter 3): statements with their path formulas, its infeasible core, and the
laws of its state assertions.

A trace is made from the blocks of a path at one of two levels (sections 4.1.1 and 4.1.2):

* at *edge level* each step of a block is a statement, encoded anew with the numbering it has in the block;
* at *block level* each block is a statement as a whole.

A block in which several sequences of steps were joined is one statement at either level.  ``without_joins`` replaces such a block
by one of the sequences, as the text's edge level does.

Invariant: the conjunction of the formulas of the statements that come from a block is the formula of the block.

An edge may carry a straight line of many statements of C.  So at edge level the parts of the conjunction count one by one, as the
path formulas F_i of the text do: an equation for each variable that changes, and the conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from whet.core.path import PathStep
from whet.encoding.encode import Encoder, PathFormula, SsaMap
from whet.encoding.vocabulary import Vocabulary
from whet.refine.blocks import PathBlock
from whet.runtime.deadline import Deadline
from whet.solvers.interpolation import Broken, Unchecked, Valid, check_sequence, vocabularies
from whet.solvers.port import Engine, Failure, InterpolantTerms, Model, NoAnswer, Sat, Solver, Unsat
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import conjuncts, ordered, symbols
from whet.task.records import dataclass


class NewtonLevel(Enum):
    EDGE = "edge"
    BLOCK = "block"


@dataclass(frozen=True, slots=True, eq=False)
class TraceStatement:
    """A statement of a trace."""

    formulas: tuple[Term, ...]
    """Their conjunction is its path formula; the infeasible core takes or leaves each of them."""
    ssa: SsaMap
    """The numbers of the instances after it."""
    ends_block: bool

    def has_present(self, symbol: Term, vocabulary: Vocabulary) -> bool:
        """Does a symbol stand for something after this statement, not only before it?"""
        return is_present(symbol, self.ssa, vocabulary)


def is_present(symbol: Term, ssa: SsaMap, vocabulary: Vocabulary) -> bool:
    """Is a symbol the last instance of its base?  Symbols without a base mean the same at all times."""
    base = vocabulary.base_of(symbol)
    if base is None:
        return True
    return not vocabulary.is_loose(base) and vocabulary.instance(base, ssa[base]) is symbol


def trace_of(encoder: Encoder, blocks: Sequence[PathBlock], level: NewtonLevel) -> list[TraceStatement]:
    return [statement for block in blocks for statement in _statements(encoder, block, level)]


def _statements(encoder: Encoder, block: PathBlock, level: NewtonLevel) -> list[TraceStatement]:
    if level is NewtonLevel.BLOCK:
        return [TraceStatement((block.formula,), block.after.ssa, True)]
    return _single(encoder, block) or [TraceStatement(_parts(block.formula), block.after.ssa, True)]


def without_joins(encoder: Encoder, solver: Solver, blocks: Sequence[PathBlock], deadline: Deadline) -> list[PathBlock] | None:
    """One path through the blocks: of each joined block the steps of an execution that goes as far as possible.

    The block that contradicts it stays as it is, and so do the blocks after that.  What excludes this path need not exclude
    others.  None if no block before that is joined, or the solver does not answer."""
    formulas, feasible = [block.formula for block in blocks], 0
    while feasible < len(blocks) and isinstance(solver.check(*formulas[: feasible + 1], limit=_part(deadline)), Sat):
        feasible += 1
    if all(block.steps is not None for block in blocks[:feasible]):
        return None
    match solver.check(*formulas[:feasible], limit=_part(deadline)):
        case Sat(model=model):
            return [*(_taken(encoder, block, model) for block in blocks[:feasible]), *blocks[feasible:]]
        case Unsat() | NoAnswer():
            return None


def _taken(encoder: Encoder, block: PathBlock, model: Model) -> PathBlock:
    """With the steps that a model takes, and with what holds when the program begins, if the block says that."""
    if block.steps is not None or block.taken is None:
        return block
    said = frozenset(conjuncts(block.formula))
    begin = [part for part in conjuncts(encoder.initial().formula) if part in said]
    steps = block.taken(model)
    ends = _ends(encoder, block.before, steps, block.after)
    formula = encoder.terms.and_(*begin, *(end.formula for end in ends))
    return replace(block, after=replace(block.after, formula=formula), steps=steps)


def _ends(encoder: Encoder, before: PathFormula, steps: Sequence[PathStep], after: PathFormula) -> list[PathFormula]:
    """What each step says; at last, if the numbers of instances at the end are greater, that these are the same."""
    ends = [encoder.cleared(before)]
    for step in steps:
        ends.append(encoder.extended(encoder.cleared(ends[-1]), step))
    last, vocabulary = ends[-1].ssa, encoder.vocabulary
    renamed = [base for base in ordered({*last, *after.ssa}) if last[base] < after.ssa[base]]
    if renamed:
        same = [
            encoder.terms.eq(vocabulary.instance(base, after.ssa[base]), vocabulary.instance(base, last[base]))
            for base in renamed
            if not vocabulary.is_loose(base)
        ]
        ends.append(replace(encoder.cleared(after), formula=encoder.terms.and_(*same)))
    return ends


def _single(encoder: Encoder, block: PathBlock) -> list[TraceStatement] | None:
    """One statement for each step; None if the block is more, or other, than its steps."""
    if not block.steps:
        return None
    ends = _ends(encoder, block.before, block.steps, block.after)
    formulas = [_parts(end.formula) for end in ends]
    whole, steps = dict.fromkeys(conjuncts(block.formula)), {part for parts in formulas for part in parts}
    if ends[-1].ssa != block.after.ssa or not steps <= whole.keys():
        return None
    # What no step says (how the program begins) is known before the first.
    formulas[0] = tuple(part for part in whole if part not in steps)
    return _numbered(ends, formulas)


def _numbered(ends: Sequence[PathFormula], formulas: Sequence[tuple[Term, ...]]) -> list[TraceStatement]:
    last = len(ends) - 1
    made = [
        TraceStatement(parts, end.ssa, number == last) for number, (end, parts) in enumerate(zip(ends, formulas, strict=True))
    ]
    return made if made[0].formulas else made[1:]


def _parts(formula: Term) -> tuple[Term, ...]:
    return () if formula.op is Op.TRUE else tuple(conjuncts(formula))


def last_reads(trace: Sequence[TraceStatement]) -> dict[Term, int]:
    """Of each symbol: the position of the last statement it occurs in (equation 3.12)."""
    return {symbol: position for position, each in enumerate(trace) for part in each.formulas for symbol in symbols(part)}


_LONGEST_TRIAL = 0.5
"""Seconds for finding out whether a formula can be left out."""


def infeasible_core(engine: Engine, trace: Sequence[TraceStatement], deadline: Deadline) -> frozenset[Term] | Failure:
    """Path formulas that contradict each other (section 3.1).

    The core is that of the solver, from which formulas are left out one by one, the last first, as long as time allows.  The
    beginning of a trace is where constants come from, and they make it possible to eliminate what depends on them.  All formulas,
    if the solver refutes them only without assumptions."""
    formulas = tuple(dict.fromkeys(part for statement in trace for part in statement.formulas))
    match engine.solver().check(*formulas, limit=_part(deadline)):
        case Unsat(core=core):
            return frozenset(_shrunk(engine, core, deadline))
        case Sat():
            return Failure("the path has an execution")
        case NoAnswer():
            return _all(engine, formulas, deadline)


def _part(deadline: Deadline) -> float | None:
    """Half of the time: assumptions can be what makes a query hard."""
    left = deadline.left()
    return None if left is None else left / 2


def _all(engine: Engine, formulas: tuple[Term, ...], deadline: Deadline) -> frozenset[Term] | Failure:
    solver = engine.solver()
    solver.add(*formulas)
    match solver.check(limit=_part(deadline)):
        case Unsat():
            return frozenset(formulas)
        case Sat():
            return Failure("the path has an execution")
        case NoAnswer() as answer:
            return Failure(f"infeasible core: {answer}")


def _shrunk(engine: Engine, core: tuple[Term, ...], deadline: Deadline) -> tuple[Term, ...]:
    solver, position = engine.solver(), len(core) - 1
    while position >= 0 and not deadline.is_over:
        answer = solver.check(*core[:position], *core[position + 1 :], limit=deadline.left(_LONGEST_TRIAL))
        if isinstance(answer, Unsat):
            # Of what comes later nothing can be missing but what was not decided.
            kept = frozenset(answer.core)
            position = sum(part in kept for part in core[:position])
            core = answer.core
        position -= 1
    return core


def checked_assertions(
    solver: Solver,
    blocks: Sequence[PathBlock],
    found: InterpolantTerms | Failure,
    *,
    vocabulary: Vocabulary,
    limit: float | None = None,
) -> InterpolantTerms | Failure:
    """The same, if it is a sequence of state assertions; the solver must have no assertions.

    An interpolant uses the symbols that occur on both sides of a cut.  A state assertion (equations 3.4 to 3.6) describes the
    state at the cut: it may also use variables that are not read on this path any more.  That is as good for a precision: the
    last instance of a variable becomes the variable itself."""
    if isinstance(found, Failure):
        return found
    formulas = [block.formula for block in blocks]
    # Of each assertion: its symbols that do not occur on both sides.
    extra = [symbols(term) - common for term, common in zip(found.terms, vocabularies(formulas), strict=False)]
    for block, names in zip(blocks, extra, strict=False):
        if past := [name for name in ordered(names) if not is_present(name, block.after.ssa, vocabulary)]:
            return Failure(f"an assertion has the symbol {past[0].name}, which is past")
    match check_sequence(solver, formulas, found.terms, also=frozenset().union(*extra), limit=limit):
        case Valid():
            return found
        case Broken(reason=reason) | Unchecked(reason=reason):
            return Failure(reason)
