"""Destructive equality resolution: existential quantifiers that go because an equality says what the value is.

``exists s. s = t and F(s)`` is ``F(t)``.  The engines' own light elimination sees that only where ``s`` stands alone; here an
equality is solved for a symbol inside sums (dividing by odd factors), exclusive or, extensions and concatenations.  Two more
kinds of quantifiers go: of symbols that only differ from something (there are more values than terms they differ from) or are
only compared once, and of symbols that occur in nothing but a disjunction, where they are looked for in each disjunct.

The result is always equivalent to the quantified formula.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import field

from whet.refine.interpolants.linear import difference
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import BOOL, BitVec
from whet.solvers.terms.term import Op, Term, reachable
from whet.solvers.terms.walks import Substitution, conjuncts, ordered, substitute, symbols
from whet.task.records import dataclass

_DEEPEST = 40
"""Of disjunctions inside disjunctions."""


def resolved(terms: Terms, formula: Term, unwanted: Collection[Term]) -> tuple[Term, frozenset[Term]]:
    """``exists unwanted. formula`` with fewer quantifiers: a formula, and the symbols that are still quantified."""
    reads_floats = any(term.op is Op.FP_FROM_BITS for term in reachable((formula,)))
    result = _Resolver(terms, reads_floats).resolve(formula, frozenset(unwanted), _DEEPEST)
    return result, symbols(result) & frozenset(unwanted)


@dataclass(slots=True)
class _Resolver:
    """Remembers what it has done: the ways through a block share most of their parts."""

    terms: Terms
    reads_floats: bool
    """Are any bits of the formula read as a number?"""
    done: dict[tuple[Term, frozenset[Term]], Term] = field(default_factory=dict)

    def resolve(self, formula: Term, unwanted: frozenset[Term], depth: int) -> Term:
        unwanted &= symbols(formula)
        if not unwanted:
            return formula
        found = self.done.get((formula, unwanted))
        if found is None:
            found = self.done[formula, unwanted] = self._resolve(formula, unwanted, depth)
        return found

    def _resolve(self, formula: Term, unwanted: frozenset[Term], depth: int) -> Term:
        numbers: dict[Term, Term] = {}
        while unwanted:
            before = formula
            # Every part is looked at once; definitions found later reach earlier parts at the end.
            terms = self.terms
            definitions = _Definitions(terms)
            kept: list[Term] = []
            for unchanged in conjuncts(formula):
                part = definitions.applied(unchanged)
                solution = solved(terms, part, unwanted) if symbols(part) & unwanted else None
                if solution is None:
                    kept.append(part)
                else:
                    kept.extend(solution.conditions)
                    definitions.add(solution)
            formula = terms.and_(*map(Substitution(terms, definitions.values), kept)) if definitions.values else formula
            formula = _unconstrained(self.terms, formula, unwanted)
            formula = self._inside(formula, unwanted, depth) if depth else formula
            read = _only_read_as_floats(self.terms, formula, unwanted) if self.reads_floats else {}
            if read:
                formula = substitute(self.terms, formula, read)
                numbers |= {number: bits for bits, number in read.items()}
            unwanted = (unwanted | frozenset(numbers)) & symbols(formula)
            if formula is before:
                break
        return substitute(self.terms, formula, numbers) if numbers else formula

    def _inside(self, formula: Term, unwanted: frozenset[Term], depth: int) -> Term:
        """With symbols eliminated in the disjunctions that alone have them."""
        parts = list(conjuncts(formula))
        # What is in two or more of the sets.
        sets = (symbols(part) & unwanted for part in parts)
        seen: set[Term] = set()
        twice: set[Term] = set()
        for each in sets:
            twice |= seen & each
            seen |= each
        shared = frozenset(twice)
        made = [self._resolve_disjuncts(part, (unwanted & symbols(part)) - shared, depth - 1) for part in parts]
        return self.terms.and_(*made) if any(new is not old for new, old in zip(made, parts, strict=True)) else formula

    def _resolve_disjuncts(self, part: Term, own: frozenset[Term], depth: int) -> Term:
        disjuncts = disjuncts_of(self.terms, part)
        if not own or disjuncts is None:
            return part
        return self.terms.or_(*(self.resolve(disjunct, own, depth) for disjunct in disjuncts))


def _only_read_as_floats(terms: Terms, formula: Term, unwanted: frozenset[Term]) -> dict[Term, Term]:
    """``to_fp(s)``, where ``s`` occurs in nothing else, and a symbol for it: for each number there are bits that mean it."""
    users: dict[Term, set[Term]] = {}
    for term in reachable((formula,)):
        for arg in term.args:
            if arg in unwanted:
                users.setdefault(arg, set()).add(term)
    only = [next(iter(using)) for using in users.values() if len(using) == 1]
    read = ordered(term for term in only if term.op is Op.FP_FROM_BITS)
    return {term: terms.symbol(f"{term.args[0].name}~{term.sort}", term.sort) for term in read}


@dataclass(frozen=True, slots=True)
class SolvedSymbol:
    """``symbol`` must be ``value``, and that is enough if the conditions hold."""

    symbol: Term
    value: Term
    conditions: tuple[Term, ...] = ()


class _Definitions:
    """Values of symbols, none of which speaks of a symbol that has a value."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.values: dict[Term, Term] = {}
        self._users: dict[Term, dict[Term, None]] = {}
        """The symbols with values that speak of a symbol."""

    def applied(self, part: Term) -> Term:
        known = {symbol: value for symbol in symbols(part) if (value := self.values.get(symbol)) is not None}
        return substitute(self._terms, part, known) if known else part

    def add(self, solution: SolvedSymbol) -> None:
        """A definition that speaks of no symbol that has a value; the others must not speak of this one any more."""
        users = self._users.pop(solution.symbol, {})
        for other in users:
            self.values[other] = substitute(self._terms, self.values[other], {solution.symbol: solution.value})
        self.values[solution.symbol] = solution.value
        for symbol in symbols(solution.value):
            self._users.setdefault(symbol, {}).update(dict.fromkeys([*users, solution.symbol]))


def solved(terms: Terms, part: Term, unwanted: Collection[Term]) -> SolvedSymbol | None:
    """What a conjunct says that a symbol is; None if it says that of none."""
    if part.sort == BOOL and part in unwanted:
        return SolvedSymbol(part, terms.true)
    match part:
        case Term(op=Op.NOT, args=(a,)) if a in unwanted:
            return SolvedSymbol(a, terms.false)
        case Term(op=Op.EQ, args=(a, b)):
            candidates = [a, b, *ordered(symbols(part))]
            found = (isolated(terms, a, b, symbol) for symbol in candidates if symbol in unwanted)
            return next((solution for solution in found if solution is not None), None)
        case _:
            return None


def isolated(terms: Terms, left: Term, right: Term, symbol: Term) -> SolvedSymbol | None:
    """Solve ``left = right`` for a symbol."""
    for side, other in ((left, right), (right, left)):
        if side is symbol and symbol not in symbols(other):
            return SolvedSymbol(symbol, other)
    conditions: tuple[Term, ...] = ()
    while True:
        equation = _side(terms, left, right, symbol)
        if equation is None:
            return None
        atom, value = equation
        if atom is symbol:
            return SolvedSymbol(symbol, value, conditions)
        opened = _opened(terms, atom, value, symbol)
        if opened is None:
            return None
        left, right, more = opened
        conditions += more


def _side(terms: Terms, left: Term, right: Term, symbol: Term) -> tuple[Term, Term] | None:
    """The only part of the two sums that has the symbol, and what it equals."""
    total = difference(terms, left, right)
    if total is None:
        inside = [(a, b) for a, b in ((left, right), (right, left)) if symbol in symbols(a)]
        return inside[0] if len(inside) == 1 else None
    atoms = [atom for atom in total.factors if symbol in symbols(atom)]
    if len(atoms) != 1:
        return None
    rest = total.solved(atoms[0])
    return None if rest is None else (atoms[0], rest.term(terms))


def _opened(terms: Terms, atom: Term, value: Term, symbol: Term) -> tuple[Term, Term, tuple[Term, ...]] | None:
    """``atom = value`` as an equation of an argument, and conditions."""
    match atom:
        case Term(op=Op.BV_XOR, args=(a, b)):
            inner, other = (a, b) if symbol in symbols(a) else (b, a)
            return None if symbol in symbols(other) else (inner, terms.bv_xor(value, other), ())
        case Term(op=Op.ZERO_EXTEND, args=(a,)):
            low = terms.extract(value, high=a.width - 1, low=0)
            return a, low, (terms.eq(value, terms.zero_extend(low, atom.indices[0])),)
        case Term(op=Op.SIGN_EXTEND, args=(a,)):
            low = terms.extract(value, high=a.width - 1, low=0)
            return a, low, (terms.eq(value, terms.sign_extend(low, atom.indices[0])),)
        case Term(op=Op.CONCAT, args=(a, b)):
            above = terms.extract(value, high=value.width - 1, low=b.width)
            below = terms.extract(value, high=b.width - 1, low=0)
            if symbol in symbols(a) and symbol not in symbols(b):
                return a, above, (terms.eq(b, below),)
            if symbol in symbols(b) and symbol not in symbols(a):
                return b, below, (terms.eq(a, above),)
            return None
        case Term(op=Op.FP_NEG, args=(a,)):
            return a, terms.fp_neg(value), ()
        case Term(op=Op.NOT, args=(a,)):
            return a, terms.not_(value), ()
        case _:
            return None


def _unconstrained(terms: Terms, formula: Term, unwanted: frozenset[Term]) -> Term:
    """Without the conjuncts that some value of a symbol makes true, whatever the others are."""
    parts = list(conjuncts(formula))
    for symbol in ordered(unwanted):
        about = [part for part in parts if symbol in symbols(part)]
        weaker = _always_possible(terms, about, symbol) if about else None
        if weaker is not None:
            parts = [*(part for part in parts if symbol not in symbols(part)), weaker]
            formula = terms.and_(*parts)
            parts = list(conjuncts(formula))
    return formula


def _always_possible(terms: Terms, parts: list[Term], symbol: Term) -> Term | None:
    """When the symbol can be chosen such that all parts hold; None if that is not easily seen."""
    if len(parts) == 1 and (compared := _compared(terms, parts[0], symbol)) is not None:
        return compared
    if not isinstance(symbol.sort, BitVec) or len(parts).bit_length() > symbol.sort.width:
        return None
    return terms.true if all(_differs(terms, part, symbol) for part in parts) else None


def _differs(terms: Terms, part: Term, symbol: Term) -> bool:
    """Does the part only say that the symbol is not one certain value?"""
    match part:
        case Term(op=Op.NOT, args=(Term(op=Op.EQ, args=(a, b)),)):
            solution = isolated(terms, a, b, symbol)
            return solution is not None
        case _:
            return False


def _compared(terms: Terms, part: Term, symbol: Term) -> Term | None:
    """When a value of the symbol makes a comparison true."""
    positive = part.op is not Op.NOT
    atom = part if positive else part.args[0]
    if atom.op not in _STRICT and atom.op not in _LOOSE:
        return None
    a, b = atom.args if positive else (atom.args[1], atom.args[0])
    if a is b or (a is not symbol and b is not symbol) or (symbol in symbols(a) and symbol in symbols(b)):
        return None
    if (atom.op in _LOOSE) == positive:  # "a <= b" has a solution always
        return terms.true
    least, greatest = _extremes(terms, a.width, is_signed=atom.op in (Op.BV_SLT, Op.BV_SLE))
    return terms.distinct(b, least) if a is symbol else terms.distinct(a, greatest)


_STRICT = frozenset({Op.BV_ULT, Op.BV_SLT})
_LOOSE = frozenset({Op.BV_ULE, Op.BV_SLE})


def _extremes(terms: Terms, width: int, *, is_signed: bool) -> tuple[Term, Term]:
    half = 1 << (width - 1)
    return (terms.bv(half, width), terms.bv(half - 1, width)) if is_signed else (terms.bv(0, width), terms.bv(-1, width))


def disjuncts_of(terms: Terms, part: Term) -> tuple[Term, ...] | None:
    """The parts of a disjunction, or of a negated conjunction; None if it is neither."""
    match part:
        case Term(op=Op.OR, args=args):
            return args
        case Term(op=Op.NOT, args=(Term(op=Op.AND, args=args),)):
            return tuple(terms.not_(arg) for arg in args)
        case _:
            return None
