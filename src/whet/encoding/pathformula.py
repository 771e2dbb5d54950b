"""Path formulas and what they are made of: instances of symbols, templates of edges, notes.

``encode`` makes all of these and says what they mean.  They cost little to extend: what is needed only when a caller
asks (the notes of a path) is a chain of references to templates until then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import TypeAlias

from whet.cfa.source import Origin
from whet.encoding.notes import NoteKind, Remark
from whet.encoding.parts import InputSymbol
from whet.solvers.terms.staged import Stencil
from whet.solvers.terms.term import Term
from whet.task.records import dataclass


class SsaMap:
    """The number of the last instance of each base; 0 for those that never changed.  Immutable."""

    __slots__ = ("indices",)

    def __init__(self, indices: dict[Term, int]) -> None:
        self.indices = indices
        """Not to be changed."""

    def __getitem__(self, base: Term) -> int:
        return self.indices.get(base, 0)

    def __iter__(self) -> Iterator[Term]:
        """The bases that have changed."""
        return iter(self.indices)

    def __len__(self) -> int:
        return len(self.indices)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SsaMap) and self.indices == other.indices

    def __hash__(self) -> int:
        return hash(frozenset(self.indices.items()))

    def advanced(self, bases: Iterable[Term]) -> SsaMap:
        indices = self.indices.copy()
        get = indices.get
        for base in bases:
            indices[base] = get(base, 0) + 1
        return SsaMap(indices)

    def __repr__(self) -> str:
        return f"SsaMap({ {base.name: index for base, index in self.indices.items()} })"


@dataclass(frozen=True, slots=True, eq=False)
class Template:
    """What an edge does, over bases and primed bases."""

    stencil: Stencil
    """Its only root is the formula."""
    symbols: tuple[tuple[Term, int], ...]
    """Of each symbol of the stencil: its base, and 1 if it is primed, else 0."""
    instances: tuple[list[Term], ...]
    """Of each symbol of the stencil: the instances of its base."""
    written: tuple[Term, ...]
    inputs: tuple[InputSymbol, ...]
    """With all variables whose value before the edge is read; they are inputs only of paths where they are indeterminate."""
    asks: bool
    """Are there inputs on every path?"""
    remarks: tuple[Remark, ...]
    losing: tuple[Remark, ...]
    """Those of the remarks that lose executions."""
    read: frozenset[Term]
    lost: frozenset[Term]
    """Bases that are indeterminate after the edge."""
    touched: frozenset[Term]
    """Bases that are read or written."""
    positions: Mapping[Term, int]
    """Of each symbol."""
    made: dict[tuple[int, ...], Term] = field(default_factory=dict)
    """The formula by the numbers of the instances in it."""

    def indices(self, ssa: SsaMap) -> tuple[int, ...]:
        """The numbers of the instances of its symbols after a path."""
        get = ssa.indices.get
        return tuple([get(base, 0) + ahead for base, ahead in self.symbols])


@dataclass(frozen=True, slots=True, eq=False)
class Note:
    """A remark about a path; ``Encoder.when`` gives the condition under which it matters."""

    remark: Remark
    prefix: Term
    """The path up to the edge."""
    template: Template | None
    """That of the edge; None if the remark has no symbols."""
    indices: tuple[int, ...]
    activations: Mapping[str, int]

    @property
    def kind(self) -> NoteKind:
        return self.remark.kind

    @property
    def what(self) -> str:
        return self.remark.what

    @property
    def origin(self) -> Origin:
        return self.remark.origin

    def __str__(self) -> str:
        return str(self.remark)


@dataclass(frozen=True, slots=True, eq=False)
class First:
    """The remarks about the beginning of the program."""

    notes: tuple[Note, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EdgeMarks:
    """The remarks of one edge, after those of the path before."""

    before: Marks
    template: Template
    indices: tuple[int, ...]
    prefix: Term
    activations: Mapping[str, int]

    def notes(self, remarks: Iterable[Remark]) -> tuple[Note, ...]:
        return tuple([Note(remark, self.prefix, self.template, self.indices, self.activations) for remark in remarks])


@dataclass(frozen=True, slots=True, eq=False)
class JoinedMarks:
    """The remarks of two paths."""

    one: Marks
    other: Marks


Marks: TypeAlias = First | EdgeMarks | JoinedMarks | None


@dataclass(frozen=True, slots=True, eq=False)
class PathFormula:
    """The executions along a path."""

    formula: Term
    ssa: SsaMap
    activations: Mapping[str, int]
    """The number of active calls of each function."""
    inputs: tuple[InputSymbol, ...] = ()
    """What the interpreter asks for, in its order, as symbols of the formula; of joined paths only what both begin with."""
    marks: Marks = None
    """What ``notes`` is made of."""
    unread: frozenset[Term] = frozenset()
    """Bases that are indeterminate: the interpreter asks for their value when it reads them."""
    is_linear: bool = True
    """Is it one path?  Otherwise some were joined."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the formula leaves out or adds, in the order of the path."""
        found: list[tuple[Note, ...]] = []
        seen: set[int] = set()
        waiting: list[Marks] = [self.marks]
        while waiting:
            match waiting.pop():
                case EdgeMarks() as marked if id(marked) not in seen:
                    seen.add(id(marked))
                    found.append(marked.notes(marked.template.remarks))
                    waiting.append(marked.before)
                case First(notes=notes) as first if id(first) not in seen:
                    seen.add(id(first))
                    found.append(notes)
                case JoinedMarks(one=one, other=other):
                    waiting += [one, other]
                case _:
                    pass
        return tuple([note for part in reversed(found) for note in part])

    def __repr__(self) -> str:
        return f"<path formula {self.formula}>"
