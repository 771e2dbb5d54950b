"""Terms as SMT-LIB 2 text: one term with its shared parts in ``let``, or a script that defines them one by one.

``smtlib_reader`` reads what is written here.  The texts grow linearly with the graph.  Numbers name the shared parts by
their place in the text, so equal terms give equal texts in every table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from whet.cfa.softfloat import Rounding
from whet.solvers.terms.sorts import Float, Sort
from whet.solvers.terms.term import Op, Term, reachable

_SIMPLE_SYMBOL = re.compile(r"[A-Za-z~!@$%^&*_+=<>.?/-][A-Za-z0-9~!@$%^&*_+=<>.?/-]*", re.ASCII)
_WORDS = frozenset({"_", "!", "as", "let", "exists", "forall", "match", "par", "to_fp", "distinct", "xor", "=>", ">", ">="})
_RESERVED = _WORDS | frozenset(map(str, Rounding)) | frozenset(map(str, Op))
_OUR_NAMES = re.compile(r"\?\d+", re.ASCII)
_LONGEST_ABBREVIATION = 200
_FP_PREFIX = "(fp "


def quoted(name: str) -> str:
    """A name as a symbol of SMT-LIB."""
    if "|" in name or "\\" in name or not name or _OUR_NAMES.fullmatch(name):
        raise ValueError(f"the name {name!r} cannot be written in SMT-LIB")
    return name if _SIMPLE_SYMBOL.fullmatch(name) and name not in _RESERVED else f"|{name}|"


def to_smtlib(term: Term) -> str:
    """The term as one expression; what occurs twice in it is bound by ``let``."""
    names = {number: f"?{position}" for position, number in enumerate(_shared(term))}
    bound: dict[int, str] = {}
    parts = []
    for sub in reachable((term,)):
        if sub.number in names:
            parts.append(f"(let (({names[sub.number]} {_text(sub, bound)})) ")
            bound[sub.number] = names[sub.number]
    return "".join([*parts, _text(term, bound), ")" * len(parts)])


def _shared(term: Term) -> Iterator[int]:
    """The numbers of the terms that are arguments more than once, leaves excepted; bottom-up."""
    uses: dict[int, int] = {}
    for sub in reachable((term,)):
        for arg in sub.args:
            uses[arg.number] = uses.get(arg.number, 0) + 1
    return (sub.number for sub in reachable((term,)) if sub.args and uses.get(sub.number, 0) > 1)


def _text(term: Term, bound: dict[int, str]) -> str:
    """The term, where those that have a name stand by it."""
    return "".join(_tokens(term, bound))


def _tokens(term: Term, bound: dict[int, str]) -> Iterator[str]:
    """Top-down with a stack of what is still to be written, because terms may be deep."""
    stack: list[Term | str] = [term]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif item.number in bound:
            yield bound[item.number]
        elif not item.args:
            yield leaf(item)
        else:
            yield f"({head(item)}"
            stack.append(")")
            for arg in reversed(item.args):
                stack += (arg, " ")


def leaf(term: Term) -> str:
    """A symbol or constant."""
    match term.op, term.value:
        case Op.SYMBOL, _:
            return quoted(term.name)
        case ((Op.TRUE | Op.FALSE), _):
            return str(term.op)
        case Op.INT_CONST, int(value):
            return str(value) if value >= 0 else f"(- {-value})"
        case Op.BV_CONST, int(value):
            return bits(value, term.width)
        case Op.FP_CONST, int(value) if isinstance(term.sort, Float):
            sort = term.sort
            stored = sort.significand - 1
            exponent = value >> stored & ((1 << sort.exponent) - 1)
            fraction = value & ((1 << stored) - 1)
            return f"{_FP_PREFIX}#b{value >> (sort.width - 1)} {bits(exponent, sort.exponent)} {bits(fraction, stored)})"
        case _:
            raise TypeError(f"the operator {term.op} needs arguments")


def bits(value: int, width: int) -> str:
    return f"#x{value:0{width // 4}x}" if width % 4 == 0 else f"#b{value:0{width}b}"


def head(term: Term) -> str:
    """What stands before the arguments."""
    op, indices = term.op, " ".join(map(str, term.indices))
    match op:
        case Op.APPLY:
            return quoted(term.name)
        case Op.CONST_ARRAY:
            return f"(as const {term.sort})"
        case Op.FP_FROM_BITS:
            return f"(_ to_fp {indices})"
        case Op.FP_FROM_FP | Op.FP_FROM_SBV:
            return f"(_ to_fp {indices}) {term.name}"
        case Op.FP_FROM_UBV | Op.FP_TO_SBV | Op.FP_TO_UBV:
            return f"(_ {op} {indices}) {term.name}"
        case _:
            return f"(_ {op} {indices})" if indices else f"{op} {term.name}".rstrip()


def abbreviated(term: Term) -> str:
    """The beginning of the text, for messages."""
    text = ""
    for token in _tokens(term, {}):
        text += token
        if len(text) > _LONGEST_ABBREVIATION:
            return f"{text[:_LONGEST_ABBREVIATION]}..."
    return text


# -------------------------------------------------------------------------------------------------- scripts


def declaration(name: str, domain: Iterable[Sort], sort: Sort) -> str:
    return f"(declare-fun {quoted(name)} ({' '.join(map(str, domain))}) {sort})"


def declarations(*terms: Term) -> list[str]:
    """The declarations of the symbols and functions in some terms, in the order in which they were made."""
    found: dict[str, str] = {}
    for sub in reachable(terms):
        if sub.op in (Op.SYMBOL, Op.APPLY) and sub.name not in found:
            found[sub.name] = declaration(sub.name, (arg.sort for arg in sub.args), sub.sort)
    return list(found.values())


class ScriptNames:
    """Gives terms names in a script, so that each is written once however often it is used."""

    def __init__(self) -> None:
        self._bound: dict[int, str] = {}
        self._declared: set[str] = set()

    def define(self, *terms: Term) -> Iterator[str]:
        """The commands a script needs before it can use the names of these terms."""
        for sub in reachable(terms):
            if sub.op in (Op.SYMBOL, Op.APPLY) and sub.name not in self._declared:
                self._declared.add(sub.name)
                yield declaration(sub.name, (arg.sort for arg in sub.args), sub.sort)
            if sub.args and sub.number not in self._bound:
                name = f"?{len(self._bound)}"
                yield f"(define-fun {name} () {sub.sort} {_text(sub, self._bound)})"
                self._bound[sub.number] = name

    def name(self, term: Term) -> str:
        """How the script writes a defined term."""
        return self._bound[term.number] if term.args else leaf(term)
