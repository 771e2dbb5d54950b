"""Predicates as entries of a file, and back; and as people read them.

An entry has the function whose variables it speaks of (none for globals), the predicate as a C expression for people, and, after
a semicolon, the same as SMT-LIB for machines, over the names that variables have everywhere in Whet::

    predicate main: i <= n ; (bvsle |main::i| |main::n|)

What an entry says does not depend on positions, so it outlives edits.  Predicates about memory are not written: regions have
numbers, and the next revision may number them otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from whet.analyses.predicate.precision import PredicatePrecision
from whet.analyses.predicate.predicates import Predicate
from whet.analyses.predicate.refined import RefinedPredicates
from whet.cfa.types import IntType
from whet.encoding.encode import Encoder
from whet.encoding.vocabulary import Vocabulary
from whet.pointers.regions import is_slot
from whet.solvers.terms.printing import LONGEST, CName, NoCExpression, as_c
from whet.solvers.terms.smtlib import to_smtlib
from whet.solvers.terms.smtlib_reader import SmtLibError, from_smtlib
from whet.solvers.terms.sorts import BOOL, BitVec, Sort, Theory
from whet.solvers.terms.term import Term
from whet.solvers.terms.walks import symbols
from whet.task.precision_file import Entry
from whet.task.records import dataclass

_SEPARATOR = " ; "
_NO_C = "(no C expression)"
_LONGEST = 200
"""Characters of a predicate for people."""
_THEORIES = Theory.BITVECTORS.value | Theory.FLOATS.value


def entries_of(precision: PredicatePrecision, encoder: Encoder) -> Iterator[Entry]:
    """What can be written of a precision."""
    for predicate in precision.predicates:
        if not predicate.is_false and all(encoder.vocabulary.described(symbol) for symbol in symbols(predicate.term)):
            text = f"{_c_text(predicate.term, encoder.vocabulary)}{_SEPARATOR}{to_smtlib(predicate.term)}"
            yield Entry("predicate", _scoped(predicate, text))


def text_of(predicate: Predicate, vocabulary: Vocabulary) -> str:
    """For people: C where that can be.  What has no short C expression is SMT-LIB, perhaps not all of it."""
    if predicate.is_false:
        return "false"
    text = _c_text(predicate.term, vocabulary, longest=_LONGEST)
    if text == _NO_C:
        text = to_smtlib(predicate.term)
        text = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return _scoped(predicate, text)


def _scoped(predicate: Predicate, text: str) -> str:
    scope = ", ".join(sorted(predicate.scopes))
    return f"{scope}: {text}" if scope else text


def _c_text(term: Term, vocabulary: Vocabulary, *, longest: int = LONGEST) -> str:
    try:
        return as_c(term, {symbol: _c_name(symbol, vocabulary) for symbol in symbols(term)}, longest=longest)
    except NoCExpression:
        return _NO_C


def _c_name(symbol: Term, vocabulary: Vocabulary) -> CName:
    """Memory has the names of its regions."""
    variable = vocabulary.described(symbol)
    if variable is None:
        return CName(symbol.name)
    return CName(variable.name, signed=isinstance(variable.type, IntType) and variable.type.signed)


@dataclass(frozen=True, slots=True)
class ReadEntries:
    """What could be used of some entries, and notes about the rest."""

    predicates: tuple[Predicate, ...]
    ignored: tuple[str, ...]


def read_entries(entries: Iterable[Entry], analysis: RefinedPredicates) -> ReadEntries:
    bases = _bases(analysis.encoder)
    sorts = {name: base.sort for name, base in bases.items()}
    predicates: dict[Predicate, None] = {}
    ignored: list[str] = []
    start = analysis.program.start.entry
    assert start is not None
    for entry in entries:
        term = _term(entry.text, analysis, sorts)
        if isinstance(term, str):
            ignored.append(f"the given precision tracks '{entry.text.partition(_SEPARATOR)[0]}', which {term}")
        else:
            predicates.update(dict.fromkeys(analysis.tracked(term, start)))
    return ReadEntries(tuple(predicates), tuple(ignored))


def _term(text: str, analysis: RefinedPredicates, sorts: Mapping[str, Sort]) -> Term | str:
    """The predicate of an entry, or why it is not used: the program may have changed, or somebody the entry."""
    try:
        term = from_smtlib(analysis.terms, text.partition(_SEPARATOR)[2], sorts)
    except SmtLibError as error:
        return f"does not fit the program: {error}"
    if term.sort != BOOL:
        return "is no predicate"
    if term.theories & ~_THEORIES:
        return "is not about scalars"
    other = [symbol.name for symbol in symbols(term) if symbol.name not in sorts]
    return f"speaks of {sorted(other)[0]}, which is no variable" if other else term


def _bases(encoder: Encoder) -> dict[str, Term]:
    """The scalars of a program by name, as they are in the first of the active calls of their function."""
    variables = [variable for variable in encoder.program.variables() if is_slot(encoder.program, variable)]
    bases = [encoder.vocabulary.variable(variable) for variable in variables]
    return {base.name: base for base in bases if isinstance(base.sort, BitVec)}


def with_entries(precision: PredicatePrecision, predicates: Iterable[Predicate]) -> PredicatePrecision:
    """A precision that tracks these in the scopes of their variables."""
    for predicate in predicates:
        if not predicate.scopes:
            precision = precision.with_everywhere([predicate])
        for function in sorted(predicate.scopes):
            precision = precision.with_scope([predicate], function)
    return precision
