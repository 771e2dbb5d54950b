"""The symbols of an encoding: one for each program variable, region and counter, and their instances along a path.

A *base* symbol stands for the present value of something.  Predicates are terms over base symbols.  Along a path each base has
*instances*, numbered from 0: ``x!3`` is the value of ``x`` after its third change (static single assignment).  In a template, the
change an edge makes to ``x`` is written ``x'``.

Engines that are good at arrays know constant arrays only where these are not compared (bitwuzla gives up).  So an array of zeros
is a symbol, and wherever an array is read that may have begun as zeros, the formula says that there is a zero in it.

=====================  =====================================================================
name                   what it stands for
=====================  =====================================================================
``x``, ``f::x``        a scalar variable that no pointer can point to
``f::x@2``             the same in the second of the active calls of ``f`` (recursion)
``f::x@before``        what it was when the present call of a function began (summaries of calls)
``memory#3``           the words of region 3
``written#3``          the bits of region 3 that were written, if a check asks for it (``shadows``)
``blocks#3``           the sizes, plus one, of the heap blocks of region 3 by slot
``heap#``              the next free slot of the heap
``&f::x``              the address of an array of variable length, or of an object that is a new one each time (``lives``)
``active#f``           how many calls of a function are active
``alive#f::x``         whether an object of a block lives (``lives``)
``any#32.0``           a value that is not determined: the first one of 32 bits on an edge
``zero#32.8``          an array of zeros, of bytes by addresses of 32 bits; it has no instances
=====================  =====================================================================
"""

from __future__ import annotations

from whet.cfa.expressions import Variable
from whet.cfa.facts import Facts
from whet.cfa.model import Program
from whet.encoding.arithmetic import width_of
from whet.encoding.memory import AddressLayout, array_sort
from whet.pointers.regions import Region, is_slot
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.sorts import Array, BitVec, Sort
from whet.solvers.terms.term import Term

BEFORE = "@before"


class Vocabulary:
    """Makes the symbols of a program in a table of terms."""

    def __init__(self, terms: Terms, program: Program, layout: AddressLayout) -> None:
        self.terms = terms
        self.program = program
        self._layout = layout
        self._recursive = frozenset(function.name for function in Facts.of(program).recursive)
        self._variables: dict[tuple[Variable, int], Term] = {}
        self._described: dict[Term, Variable] = {}
        self._primed: dict[Term, Term] = {}
        self._instances: dict[Term, list[Term]] = {}
        self._bases: dict[Term, Term] = {}
        self._loose: set[Term] = set()
        self._zeros: set[Term] = set()

    def variable(self, variable: Variable, activation: int = 1) -> Term:
        """The base of a scalar that lives in no memory."""
        key = (variable, 1 if variable.is_static else activation)
        if key not in self._variables:
            if not is_slot(self.program, variable):
                raise ValueError(f"{variable} lives in memory")
            self._variables[key] = base = self._base(_named(variable, key[1]), BitVec(width_of(variable.type)))
            self._described[base] = variable
        return self._variables[key]

    def before(self, base: Term) -> Term:
        """What the variable of a base was when the present call of a function began; no edge changes it."""
        found = self._base(f"{base.name}{BEFORE}", base.sort)
        self._described[found] = self._described[base]
        return found

    def described(self, base: Term) -> Variable | None:
        """The variable a base stands for, if it is one."""
        return self._described.get(base)

    def region(self, region: Region) -> Term:
        return self._base(f"memory#{region.number}", array_sort(region, self._layout.width))

    def written(self, region: Region) -> Term:
        """The bits of a region that were written (``shadows``)."""
        return self._base(f"written#{region.number}", array_sort(region, self._layout.width))

    def blocks(self, region: Region) -> Term:
        slots = BitVec(self._layout.width - self._layout.slot_bits)
        return self._base(f"blocks#{region.number}", Array(slots, BitVec(self._layout.width)))

    def heap(self) -> Term:
        return self._base("heap#", BitVec(self._layout.width - self._layout.slot_bits))

    def address(self, variable: Variable, activation: int) -> Term:
        """Of an array of variable length."""
        return self._base(f"&{_named(variable, activation)}", BitVec(self._layout.width))

    def active(self, function: str) -> Term:
        """How many calls of a function are active."""
        return self._base(f"active#{function}", BitVec(32 if function in self._recursive else 1))

    def alive(self, variable: Variable) -> Term:
        """Does an object of a block live, of which there is one at a time?"""
        return self._base(f"alive#{variable.qualified_name}", BitVec(1))

    def loose(self, sort: Sort, number: int) -> Term:
        """A base for undetermined values; its present value is never read."""
        name = f"any#{sort.width}.{number}" if isinstance(sort, BitVec) else f"any#{sort}.{number}"
        base = self._base(name, sort)
        self._loose.add(base)
        return base

    def zeros(self, sort: Sort) -> Term:
        """The symbol for an array of zeros."""
        if not isinstance(sort, Array) or not isinstance(sort.index, BitVec) or not isinstance(sort.element, BitVec):
            raise TypeError(f"{sort} is no array of words")
        zeros = self._base(f"zero#{sort.index.width}.{sort.element.width}", sort)
        self._zeros.add(zeros)
        return zeros

    def constant_zeros(self, sort: Sort) -> Term:
        """An array of zeros as a constant, for formulas in which no arrays are compared."""
        if not isinstance(sort, Array) or not isinstance(sort.element, BitVec):
            raise TypeError(f"{sort} is no array of words")
        return self.terms.const_array(sort, self.terms.bv(0, sort.element.width))

    def zero_at(self, sort: Sort, index: Term) -> Term:
        """That there is a zero in the array of zeros."""
        word = self.terms.select(self.zeros(sort), index)
        return self.terms.eq(word, self.terms.bv(0, word.width))

    def is_fixed(self, symbol: Term) -> bool:
        """Does the symbol stand for the same at all times?"""
        return symbol in self._zeros

    def is_loose(self, base: Term) -> bool:
        return base in self._loose

    def _base(self, name: str, sort: Sort) -> Term:
        return self.terms.symbol(name, sort)

    def primed(self, base: Term) -> Term:
        """What an edge changes the base to."""
        known = self._primed.get(base)
        if known is None:
            known = self._primed[base] = self.terms.symbol(f"{base.name}'", base.sort)
        return known

    def instances(self, base: Term) -> list[Term]:
        """Those that were made so far; it grows when more are."""
        known = self._instances.get(base)
        if known is None:
            known = self._instances[base] = []
        return known

    def instance(self, base: Term, index: int) -> Term:
        known = self.instances(base)
        while len(known) <= index:
            made = self.terms.symbol(f"{base.name}!{len(known)}", base.sort)
            known.append(made)
            self._bases[made] = base
        return known[index]

    def base_of(self, instance: Term) -> Term | None:
        """The base of an instance; None for any other symbol."""
        return self._bases.get(instance)


def _named(variable: Variable, activation: int) -> str:
    return variable.qualified_name if variable.is_static or activation <= 1 else f"{variable.qualified_name}@{activation}"
