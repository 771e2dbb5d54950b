"""Terms: an immutable, typed, hash-consed graph; equal terms of one table are the same object.

Nothing in Whet is global, so neither is the table that makes terms unique: a run has one ``Terms`` (see ``factory``) and
calls its methods to build terms.  Each term knows its table.  That costs a name in front of every constructor; it buys
comparison and hashing in constant time, memory that is given back with the run, and runs that cannot disturb each other.

Invariants:

* a term is numbered when it is made, after its arguments: the numbers order every graph bottom-up, so no walk over terms
  needs recursion (terms may be 50,000 deep);
* a term hashes by its number, so sets of terms iterate in the same order in every run;
* a name has one sort in a table;
* terms of two tables never meet: ``TermTable.adopt`` copies a term into another one.

A pickled term brings its graph along.  What is unpickled together lands in one new table, from which a reader adopts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NoReturn, TypeAlias

from whet.cfa.softfloat import Rounding
from whet.solvers.terms.sorts import BOOL, FUNCTIONS, INT, Array, BitVec, Sort


class Op(StrEnum):
    """The operators; most have their SMT-LIB name as value.  There is no ``>``, ``>=`` or ``distinct``."""

    TRUE = "true"
    FALSE = "false"
    INT_CONST = "int"
    BV_CONST = "bv"
    FP_CONST = "fp"
    SYMBOL = "symbol"
    APPLY = "apply"

    NOT = "not"
    AND = "and"
    OR = "or"
    EQ = "="
    ITE = "ite"

    BV_ADD = "bvadd"
    BV_SUB = "bvsub"
    BV_MUL = "bvmul"
    BV_UDIV = "bvudiv"
    BV_SDIV = "bvsdiv"
    BV_UREM = "bvurem"
    BV_SREM = "bvsrem"
    BV_NEG = "bvneg"
    BV_NOT = "bvnot"
    BV_AND = "bvand"
    BV_OR = "bvor"
    BV_XOR = "bvxor"
    BV_SHL = "bvshl"
    BV_LSHR = "bvlshr"
    BV_ASHR = "bvashr"
    BV_ULT = "bvult"
    BV_ULE = "bvule"
    BV_SLT = "bvslt"
    BV_SLE = "bvsle"
    CONCAT = "concat"
    EXTRACT = "extract"
    ZERO_EXTEND = "zero_extend"
    SIGN_EXTEND = "sign_extend"

    INT_ADD = "+"
    INT_SUB = "-"
    INT_MUL = "*"
    INT_DIV = "div"
    INT_MOD = "mod"
    INT_LE = "<="
    INT_LT = "<"

    FP_ADD = "fp.add"
    FP_SUB = "fp.sub"
    FP_MUL = "fp.mul"
    FP_DIV = "fp.div"
    FP_SQRT = "fp.sqrt"
    FP_ROUND = "fp.roundToIntegral"
    FP_NEG = "fp.neg"
    FP_ABS = "fp.abs"
    FP_EQ = "fp.eq"
    FP_LT = "fp.lt"
    FP_LE = "fp.leq"
    FP_IS_NAN = "fp.isNaN"
    FP_IS_INF = "fp.isInfinite"
    FP_IS_ZERO = "fp.isZero"
    FP_IS_NEGATIVE = "fp.isNegative"
    FP_FROM_BITS = "to_fp(bits)"
    FP_FROM_FP = "to_fp(float)"
    FP_FROM_SBV = "to_fp(signed)"
    FP_FROM_UBV = "to_fp_unsigned"
    FP_TO_SBV = "fp.to_sbv"
    FP_TO_UBV = "fp.to_ubv"

    SELECT = "select"
    STORE = "store"
    CONST_ARRAY = "const"


_NOT, _APPLY, _CONST_ARRAY = Op.NOT, Op.APPLY, Op.CONST_ARRAY
"""What is looked up for every term: until Python 3.12 a member of an enumeration costs ten times as much as a name."""


class Term:
    """A node of the graph.  Only a table makes one; nothing changes it afterwards."""

    __slots__ = ("_symbols", "args", "indices", "name", "number", "op", "sort", "table", "theories", "value")

    def __init__(
        self,
        table: TermTable,
        op: Op,
        args: tuple[Term, ...],
        name: str,
        indices: tuple[int, ...],
        value: int | None,
        sort: Sort,
        theories: int,
    ) -> None:
        self.table = table
        self.op = op
        self.args = args
        self.name = name
        """Of a symbol or function; of an operator on floats: its rounding mode."""
        self.indices = indices
        """What stands between the operator and its arguments in SMT-LIB, as in ``(_ extract 7 0)``."""
        self.value = value
        """None unless it is a constant; then a truth value, an integer, or the bits of a bit-vector or float."""
        self.sort = sort
        self.number = table.size
        self.theories = theories
        """The bits of the theories (``sorts.Theory``) of the term and all below it."""
        self._symbols: frozenset[Term] | None = None

    def __hash__(self) -> int:
        return self.number

    @property
    def rounding(self) -> Rounding:
        return Rounding(self.name)

    @property
    def width(self) -> int:
        """Of a bit-vector."""
        if isinstance(self.sort, BitVec):
            return self.sort.width
        raise TypeError(f"{self} is no bit-vector")

    @property
    def array(self) -> Array:
        """The sort of an array."""
        if isinstance(self.sort, Array):
            return self.sort
        raise TypeError(f"{self} is no array")

    def __copy__(self) -> Term:
        return self

    def __deepcopy__(self, memo: object) -> Term:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (self.table, flatten((self,)))

    def __repr__(self) -> str:
        return self.table.text(self)

    def __bool__(self) -> NoReturn:
        raise TypeError(f"the term {self} has no truth value in Python")


def is_true(term: Term) -> bool:
    return term.op is Op.TRUE


def is_false(term: Term) -> bool:
    return term.op is Op.FALSE


TermNode: TypeAlias = tuple[Op, tuple[int, ...], str, tuple[int, ...], int | None, Sort]
"""A term without its table: operator, positions of the arguments, then the other parts of ``Term``."""


class TermTable:
    """Makes terms unique.  ``make`` does no more than that; the constructors of ``Terms`` simplify and check sorts."""

    def __init__(self) -> None:
        self._terms: dict[object, Term] = {}
        self._names: dict[str, tuple[tuple[Sort, ...], Sort]] = {}
        self._sorts: dict[Sort, Sort] = {}
        self._constants: dict[tuple[int, int], Term] = {}
        self._bv_sorts: dict[int, Sort] = {}
        self.size = 0
        """The number of terms in the table."""
        self.bool_sort = self.shared(BOOL)
        self.true = self.make(Op.TRUE, sort=self.bool_sort, value=True)
        self.false = self.make(Op.FALSE, sort=self.bool_sort, value=False)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), ()  # filled by the terms that are unpickled with it

    def text(self, term: Term) -> str:
        """For messages."""
        return f"{term.op} {term.number}"

    def make(
        self,
        op: Op,
        args: tuple[Term, ...] = (),
        *,
        sort: Sort,
        name: str = "",
        indices: tuple[int, ...] = (),
        value: int | None = None,
    ) -> Term:
        """The term with these parts, whatever they mean."""
        key: tuple[object, ...] = (op, *[arg.number for arg in args])
        if name or indices or value is not None or op is _CONST_ARRAY:
            key += (name, indices, value, sort)
        term = self._terms.get(key)
        if term is None:
            theories = sort.theories if op is not _APPLY else sort.theories | FUNCTIONS
            for arg in args:
                theories |= arg.theories
            term = self._terms[key] = Term(self, op, args, name, indices, value, sort, theories)
            self.size += 1
        return term

    def make_unary(self, op: Op, a: Term, sort: Sort) -> Term:
        """``make`` for an operator with one argument and nothing else."""
        key = (op, a.number)
        term = self._terms.get(key)
        if term is None:
            term = self._terms[key] = Term(self, op, (a,), "", (), None, sort, a.theories | sort.theories)
            self.size += 1
        return term

    def make_binary(self, op: Op, a: Term, b: Term, sort: Sort) -> Term:
        """``make`` for an operator with two arguments and nothing else."""
        key = (op, a.number, b.number)
        term = self._terms.get(key)
        if term is None:
            term = self._terms[key] = Term(self, op, (a, b), "", (), None, sort, a.theories | b.theories | sort.theories)
            self.size += 1
        return term

    def make_commutative(self, op: Op, a: Term, b: Term, sort: Sort) -> Term:
        """``make_binary``, unless the table has the term with its arguments swapped; that is given then.

        So the order a term was first written in is kept, and equal terms are found equal."""
        terms = self._terms
        key = (op, a.number, b.number)
        term = terms.get(key)
        if term is None:
            term = terms.get((op, b.number, a.number))
        if term is None:
            term = terms[key] = Term(self, op, (a, b), "", (), None, sort, a.theories | b.theories | sort.theories)
            self.size += 1
        return term

    def existing_negation(self, a: Term) -> Term | None:
        """The term ``not a``, if it was made."""
        return self._terms.get((_NOT, a.number))

    # ---------------------------------------------------------------------------------------------- leaves

    def symbol(self, name: str, sort: Sort) -> Term:
        """A free constant, as SMT-LIB calls it; a variable, as everybody else does."""
        self._declare(name, (), sort)
        return self.make(Op.SYMBOL, sort=self.shared(sort), name=name)

    def apply(self, name: str, args: tuple[Term, ...], sort: Sort) -> Term:
        """An uninterpreted function, whose values have this sort, at these arguments."""
        if not args:
            return self.symbol(name, sort)
        self._declare(name, tuple(arg.sort for arg in args), sort)
        return self.make(Op.APPLY, args, sort=self.shared(sort), name=name)

    def declared(self, name: str) -> tuple[tuple[Sort, ...], Sort] | None:
        """The sorts of the arguments and of the values of a symbol or function."""
        return self._names.get(name)

    def _declare(self, name: str, domain: tuple[Sort, ...], sort: Sort) -> None:
        known = self._names.setdefault(name, (domain, sort))
        if known != (domain, sort):
            raise TypeError(f"{name} has the sort {_signature(*known)}, not {_signature(domain, sort)}")

    def truth(self, value: bool) -> Term:
        return self.true if value else self.false

    def integer(self, value: int) -> Term:
        return self.make(Op.INT_CONST, sort=self.shared(INT), value=value)

    def bv(self, value: int, width: int) -> Term:
        """The bit-vector congruent to a number, which may be negative."""
        key = (value & ((1 << width) - 1), width)
        term = self._constants.get(key)
        if term is None:
            term = self._constants[key] = self.make(Op.BV_CONST, sort=self.bv_sort(width), value=key[0])
        return term

    def bv_sort(self, width: int) -> Sort:
        """The shared sort of bit-vectors of a width."""
        sort = self._bv_sorts.get(width)
        if sort is None:
            sort = self._bv_sorts[width] = self.shared(BitVec(width))
        return sort

    def shared(self, sort: Sort) -> Sort:
        """The sort as the one object that all terms of this sort have: constructors compare sorts by identity."""
        found = self._sorts.get(sort)
        if found is None:
            if isinstance(sort, Array):  # what is read from it has a shared sort without looking for it
                sort = Array(self.shared(sort.index), self.shared(sort.element))
            found = self._sorts[sort] = sort
        return found

    # ---------------------------------------------------------------------------------------------- other tables

    def adopt(self, *terms: Term) -> tuple[Term, ...]:
        """Terms of another table as terms of this one."""
        if all(term.table is self for term in terms):
            return terms
        return self.restore(flatten(terms))[-len(terms) :]

    def restore(self, nodes: tuple[TermNode, ...]) -> tuple[Term, ...]:
        """The terms that ``flatten`` took apart; its roots come last."""
        made: list[Term] = []
        for node in nodes:
            made.append(self._restored(node, tuple([made[position] for position in node[1]])))
        return tuple(made)

    def _restored(self, node: TermNode, args: tuple[Term, ...]) -> Term:
        op, _, name, indices, value, sort = node
        if op is Op.SYMBOL or op is Op.APPLY:
            return self.apply(name, args, sort)
        return self.make(op, args, sort=self.shared(sort), name=name, indices=indices, value=value)


def _signature(domain: tuple[Sort, ...], sort: Sort) -> str:
    return f"({' '.join(map(str, domain))}) {sort}" if domain else str(sort)


def reachable(roots: Iterable[Term]) -> Iterator[Term]:
    """The roots and everything below them, each once; arguments come before what is made of them."""
    seen: dict[int, Term] = {}
    stack = list(roots)
    while stack:
        term = stack.pop()
        if term.number not in seen:
            seen[term.number] = term
            stack.extend(term.args)
    return (seen[number] for number in sorted(seen))


def flatten(roots: Iterable[Term]) -> tuple[TermNode, ...]:
    """The graph below some terms, without a table, bottom-up; the roots are repeated at the end, in their order."""
    roots = tuple(roots)
    position: dict[int, int] = {}
    nodes: list[TermNode] = []
    for term in reachable(roots):
        position[term.number] = len(nodes)
        nodes.append(_node(term, position))
    return (*nodes, *[nodes[position[root.number]] for root in roots])


def _node(term: Term, position: dict[int, int]) -> TermNode:
    args = tuple([position[arg.number] for arg in term.args])
    return term.op, args, term.name, term.indices, term.value, term.sort


def _restore(table: TermTable, nodes: tuple[TermNode, ...]) -> Term:
    return table.restore(nodes)[-1]
