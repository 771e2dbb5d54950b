"""The bit-precise encoding of paths (Beyer, Keremoglu, Wendler: adjustable-block encoding, FMCAD 2010).

A ``PathFormula`` describes the executions along a path, or along several that were joined: a formula over instances of the
program's variables and regions, and the number of the last instance of each (static single assignment).  An ``Encoder``
makes them::

    path = encoder.initial()
    for edge in edges:
        path = encoder.extended(path, edge)
    solver.add(path.formula)

**Exactness.**  Every execution of the concrete interpreter along the path is a model of the formula, and every model is an
execution, except where a note says otherwise (``whet.smt.notes``).  ``losing(path)`` is a term for the executions that may be
missing, ``adding(path)`` one for the models of the formula that may be none.

**Staging.**  An edge is translated once, to a template over the values before and after it; putting a template on a path renames
its symbols, and equal renamings are remembered.

**Recursion.**  The variables of each active call of a function have symbols of their own; a path formula counts the active calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from whet.cfa.expressions import Variable, VariableKind
from whet.cfa.library import Library
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assume, Enter, Leave
from whet.cfa.semantics import Value, float_from_bits
from whet.cfa.source import Origin
from whet.cfa.types import FloatType, IntType, ScalarType
from whet.core.path import Step
from whet.smt.factory import Terms
from whet.smt.memory import Layout, Validity, split, write_words
from whet.smt.notes import Apart, Kind, Outside, Remark
from whet.smt.regions import LONGEST_STRINGS, Region, Regions, starts_zeroed
from whet.smt.stencil import Stencil
from whet.smt.steps import Facts, Frames, Steps
from whet.smt.terms import Op, Term
from whet.smt.translation import InputKind, InputRead, Scope, Translation
from whet.smt.vocabulary import Vocabulary
from whet.smt.walks import ordered, symbols


class SsaMap:
    """The number of the last instance of each base; 0 for those that never changed.  Immutable."""

    __slots__ = ("_indices",)

    def __init__(self, indices: dict[Term, int]) -> None:
        self._indices = indices

    def __getitem__(self, base: Term) -> int:
        return self._indices.get(base, 0)

    def __iter__(self) -> Iterator[Term]:
        """The bases that have changed."""
        return iter(self._indices)

    def __len__(self) -> int:
        return len(self._indices)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SsaMap) and self._indices == other._indices

    def __hash__(self) -> int:
        return hash(frozenset(self._indices.items()))

    def advanced(self, bases: Iterable[Term]) -> SsaMap:
        indices = self._indices.copy()
        for base in bases:
            indices[base] = indices.get(base, 0) + 1
        return SsaMap(indices)

    def __repr__(self) -> str:
        return f"SsaMap({ {base.name: index for base, index in self._indices.items()} })"


@dataclass(frozen=True, slots=True, eq=False)
class Note:
    """A remark about a path; ``Encoder.when`` tells when it matters."""

    remark: Remark
    prefix: Term
    """The path up to the edge."""
    symbols: tuple[Term, ...]
    """The symbols of the remark's terms, and others."""
    names: tuple[Term, ...]
    """What they are on this path."""
    activations: Mapping[str, int]

    @property
    def kind(self) -> Kind:
        return self.remark.kind

    @property
    def what(self) -> str:
        return self.remark.what

    @property
    def origin(self) -> Origin:
        return self.remark.origin

    def __str__(self) -> str:
        return f"{self.origin.original_place}: {self.what}: {self.kind.value}"


@dataclass(frozen=True, slots=True, eq=False)
class PathFormula:
    """The executions along a path."""

    formula: Term
    ssa: SsaMap
    activations: Mapping[str, int]
    """The number of active calls of each function."""
    inputs: tuple[InputRead, ...] = ()
    """What the interpreter asks for, in its order, as symbols of the formula; of joined paths only what both begin with."""
    notes: tuple[Note, ...] = ()
    unread: frozenset[Term] = frozenset()
    """Bases that are indeterminate: the interpreter asks for their value when it reads them."""
    is_linear: bool = True
    """Is it one path?  Otherwise some were joined."""

    def __repr__(self) -> str:
        return f"<path formula {self.formula}>"


_EMPTY: Final[Mapping[str, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class _Template:
    """What an edge does, over bases and primed bases."""

    stencil: Stencil
    """Its only root is the formula."""
    bases: tuple[Term, ...]
    """Of each symbol of the stencil: its base."""
    steps: tuple[int, ...]
    """Of each symbol of the stencil: 1 if it is primed, else 0."""
    written: tuple[Term, ...]
    inputs: tuple[InputRead, ...]
    remarks: tuple[Remark, ...]
    read: frozenset[Term]
    lost: frozenset[Term]
    """Bases that are indeterminate after the edge."""
    positions: Mapping[Term, int]
    """Of each symbol."""


class Encoder:
    """Encodes the paths of one program."""

    def __init__(self, program: Program, terms: Terms) -> None:
        self.program = program
        self.terms = terms
        self.layout = Layout(program)
        self.regions = Regions(program)
        self.vocabulary = Vocabulary(terms, program, self.layout)
        self._scope = Scope(program, terms, self.layout, self.regions, self.vocabulary, Library())
        self._facts = Facts(program)
        self._validity = Validity(terms, self.layout)
        self._templates: dict[tuple[object, ...], _Template] = {}
        self._made: dict[tuple[object, ...], Term] = {}
        self._stencils: dict[Term, Stencil] = {}
        self._remarks: dict[tuple[tuple[Term, ...], tuple[Term, ...]], Stencil] = {}

    # ------------------------------------------------------------------------------------------ paths

    def initial(self) -> PathFormula:
        """The beginning of the program: nothing was executed."""
        facts: list[Term] = []
        notes: list[Note] = []
        for region in self.regions.all():
            facts.extend(self._first_contents(region, notes))
        heap = self._instance(self.vocabulary.heap(), 0)
        facts.append(self.terms.eq(heap, self.terms.bv(self.layout.first_slot, heap.width)))
        path = self.unconstrained(self.program.start)
        return replace(path, formula=self.terms.and_(*facts), notes=tuple(notes))

    def unconstrained(self, *active: Function) -> PathFormula:
        """Any state of the program, while these functions are active (once for each time they are named)."""
        counts: dict[str, int] = {}
        for function in active:
            counts[function.name] = counts.get(function.name, 0) + 1
        return PathFormula(self.terms.true, SsaMap({}), MappingProxyType(counts))

    def cleared(self, path: PathFormula) -> PathFormula:
        """Any state at the end of a path: the same instances, of which nothing is known.  Inputs and notes are forgotten."""
        return PathFormula(self.terms.true, path.ssa, path.activations, unread=path.unread, is_linear=path.is_linear)

    def assuming(self, path: PathFormula, predicate: Term) -> PathFormula:
        """The path with a condition, over bases, on its end."""
        instance = self.instantiate(predicate, path.ssa)
        return replace(path, formula=self.terms.and_(path.formula, instance))

    def extended(self, path: PathFormula, step: Edge | Step) -> PathFormula:
        """The path with one more edge."""
        step = step if isinstance(step, Step) else Step(step)
        template, activations = self._template(step, path.activations)
        ssa = path.ssa
        indices = tuple([ssa[base] + ahead for base, ahead in zip(template.bases, template.steps, strict=True)])
        names: list[Term] | None = None
        formula = self._made.get((template, indices))
        if formula is None or template.remarks or template.inputs:
            instance = self._instance
            names = [instance(base, index) for base, index in zip(template.bases, indices, strict=True)]
        if formula is None:
            formula = self._made[template, indices] = template.stencil(names or ())[0]
        return PathFormula(
            self.terms.and_(path.formula, formula),
            ssa.advanced(template.written) if template.written else ssa,
            activations,
            path.inputs + self._inputs(template, path, names) if template.inputs else path.inputs,
            path.notes + self._notes(template, path, names) if template.remarks else path.notes,
            (path.unread - template.read).difference(template.written) | template.lost
            if path.unread or template.lost
            else path.unread,
            path.is_linear,
        )

    def joined(self, one: PathFormula, other: PathFormula) -> PathFormula:
        """The executions along either path; both must end in the same place with the same calls active."""
        if dict(one.activations) != dict(other.activations):
            raise ValueError("paths with different call stacks cannot be joined")
        merged: dict[Term, int] = {}
        ours, theirs = [one.formula], [other.formula]
        for base in ordered({*one.ssa, *other.ssa}):
            a, b = one.ssa[base], other.ssa[base]
            merged[base] = max(a, b)
            if a != b and not self.vocabulary.is_loose(base):
                short = ours if a < b else theirs
                short.append(self.terms.eq(self._instance(base, max(a, b)), self._instance(base, min(a, b))))
        common = _common(one.inputs, other.inputs)
        return PathFormula(
            self._either(ours, theirs),
            SsaMap(merged),
            one.activations,
            common,
            tuple(dict.fromkeys(one.notes + other.notes)),
            one.unread | other.unread,
            is_linear=False,
        )

    def _either(self, ours: Sequence[Term], theirs: Sequence[Term]) -> Term:
        """The disjunction of two conjunctions; what both have stands outside."""
        t = self.terms
        one, other = (list(_parts(t.and_(*each))) for each in (ours, theirs))
        shared = {*one} & {*other}
        rest = (t.and_(*(part for part in each if part not in shared)) for each in (one, other))
        return t.and_(*(part for part in one if part in shared), t.or_(*rest))

    # ------------------------------------------------------------------------------------------ predicates

    def instantiate(self, term: Term, ssa: SsaMap) -> Term:
        """A term over bases as one about the end of a path."""
        bases = self._stencil(term).symbols
        return self._renamed(term, [self._instance(base, ssa[base]) for base in bases])

    def uninstantiate(self, term: Term) -> Term:
        """A term over instances as one over bases; ``ValueError`` if it has two instances of one, or other symbols."""
        names: list[Term] = []
        seen: set[Term] = set()
        for symbol in self._stencil(term).symbols:
            base = self.vocabulary.base_of(symbol)
            if base is None or base in seen:
                raise ValueError(f"{symbol.name} is " + ("no instance" if base is None else "not the only instance of its base"))
            seen.add(base)
            names.append(base)
        return self._renamed(term, names)

    def condition(self, assume: Assume, *, activation: int = 1, function: str | None = None) -> Term | None:
        """What an assumption says, over bases; None if that is not certain (see ``Kind.adds``)."""
        here = {} if function is None else {function: activation}
        translation = Translation(self._scope, here, assume.origin)
        holds = translation.truth(assume.condition)
        exact = not translation.conditions and all(remark.kind is Kind.ACCESS for remark in translation.remarks)
        return (holds if assume.truth else self.terms.not_(holds)) if exact else None

    def _stencil(self, term: Term) -> Stencil:
        if term not in self._stencils:
            self._stencils[term] = Stencil(self.terms, (term,), self._changing(term))
        return self._stencils[term]

    def _renamed(self, term: Term, names: list[Term]) -> Term:
        key = (term, *names)
        if key not in self._made:
            self._made[key] = self._stencil(term)(names)[0]
        return self._made[key]

    def _instance(self, base: Term, index: int) -> Term:
        return self.vocabulary.instance(base, index)

    # ------------------------------------------------------------------------------------------ notes

    def when(self, note: Note) -> Term:
        """The executions of the path, up to where the note belongs and not beyond, for which it matters."""
        remark = note.remark
        key = (remark.terms, note.symbols)
        if key not in self._remarks:
            self._remarks[key] = Stencil(self.terms, remark.terms, note.symbols)
        under, *made = self._remarks[key](note.names)
        return self.terms.and_(note.prefix, under, self._condition(remark, made, note.activations))

    def _condition(self, remark: Remark, made: list[Term], activations: Mapping[str, int]) -> Term:
        match remark.condition, made:
            case Outside() as access, [address, *blocks]:
                found = replace(access, address=address, blocks=blocks[0] if blocks else None)
                return self._validity.outside(found, activations)
            case Apart() as pair, [left, right, *blocks]:
                pair = replace(pair, left=left, right=right, blocks=blocks[0] if blocks else None)
                return self._validity.apart(pair, activations)
            case _:
                return made[0]

    def losing(self, path: PathFormula) -> Term:
        """Executions that may go on otherwise than the formula says: a proof needs this to be unsatisfiable."""
        return self.terms.or_(*(self.when(note) for note in path.notes if note.kind.loses))

    def adding(self, path: PathFormula) -> Term:
        """Models that may be no executions; it is to be used together with the formula, which says what its symbols mean."""
        return self.terms.or_(*(self.when(note) for note in path.notes if note.kind.adds))

    # ------------------------------------------------------------------------------------------ values

    def symbol(self, path: PathFormula, variable: Variable, *, activation: int | None = None) -> Term:
        """What stands for a scalar variable at the end of a path; by default that of the innermost call of its function."""
        if activation is None:
            activation = 1 if variable.function is None else max(path.activations.get(variable.function, 1), 1)
        base = self.vocabulary.variable(variable, activation)
        return self._instance(base, path.ssa[base])

    # ------------------------------------------------------------------------------------------ templates

    def _template(self, step: Step, activations: Mapping[str, int]) -> tuple[_Template, Mapping[str, int]]:
        """What a step does, given the active calls; and the calls that are active after it."""
        edge = step.edge
        source, target = edge.source.function.name, edge.target.function.name
        here = max(activations.get(source, 1), 1)
        after = activations
        if isinstance(edge.operation, Enter):
            after = MappingProxyType({**activations, source: here, target: _deeper(activations, source, target)})
            frames = (source, here, target, after[target])
        elif isinstance(edge.operation, Leave):
            after = MappingProxyType({**activations, source: here - 1})
            frames = (target, max(after.get(target, 1), 1), source, here)
        else:
            frames = (source, here, source, here)
        key = (edge, step.kept, step.assumes_callee, frames)
        if key not in self._templates:
            self._templates[key] = self._translated(step, Frames({frames[0]: frames[1]}, {frames[2]: frames[3]}))
        return self._templates[key], after

    def _translated(self, step: Step, frames: Frames) -> _Template:
        translation = Translation(self._scope, frames.caller, step.edge.origin)
        steps = Steps(translation, self._facts, step.edge, frames, pointer=step.pointer)
        for operation in step.operations:
            steps.perform(operation)
        return self._finished(translation)

    def _finished(self, translation: Translation) -> _Template:
        t, primed = self.terms, self.vocabulary.primed
        changed = {base: value for base, value in translation.values.items() if value is not base}
        equations = [t.eq(primed(base), value) for base, value in changed.items()]
        formula = t.and_(*translation.conditions, *equations)
        remarks = tuple(translation.remarks)
        inputs = tuple(translation.inputs)
        roots = (formula, *(term for remark in remarks for term in remark.terms), *(each.symbol for each in inputs))
        names = self._changing(*roots)
        unprimed = {primed(base): base for base in {*translation.bases(), *changed}}
        bases = tuple(unprimed.get(name, name) for name in names)
        return _Template(
            stencil=Stencil(t, (formula,), names),
            bases=bases,
            steps=tuple(int(name in unprimed) for name in names),
            written=tuple(ordered({*changed, *translation.bases()})),
            inputs=inputs,
            remarks=remarks,
            read=frozenset(translation.read),
            lost=frozenset(translation.unread),
            positions={name: number for number, name in enumerate(names)},
        )

    def _changing(self, *roots: Term) -> list[Term]:
        """The symbols of some terms that have instances."""
        return ordered({symbol for root in roots for symbol in symbols(root) if not self.vocabulary.is_fixed(symbol)})

    def _inputs(self, template: _Template, path: PathFormula, names: Sequence[Term] | None) -> tuple[InputRead, ...]:
        assert names is not None
        read = []
        for each in template.inputs:
            position = template.positions[each.symbol]
            if template.steps[position] or each.symbol in path.unread:
                read.append(replace(each, symbol=names[position]))
        return tuple(read)

    def _notes(self, template: _Template, path: PathFormula, names: Sequence[Term] | None) -> tuple[Note, ...]:
        known = tuple(names or ())
        symbols_ = template.stencil.symbols
        return tuple([Note(remark, path.formula, symbols_, known, path.activations) for remark in template.remarks])

    # ------------------------------------------------------------------------------------------ the beginning

    def _first_contents(self, region: Region, notes: list[Note]) -> Iterator[Term]:
        """What is known of a region before anything is executed."""
        t = self.terms
        array = self._instance(self.vocabulary.region(region), 0)
        if region.sites or any(variable in self.layout.dynamic for variable in region.variables):
            blocks = self._instance(self.vocabulary.blocks(region), 0)
            yield t.eq(blocks, self.vocabulary.zeros(blocks.sort))
        if not region.is_accessed:
            return
        if starts_zeroed(region, self.layout.dynamic):
            contents = self.vocabulary.zeros(array.sort)
            for address, words in self._strings(region):
                contents = write_words(t, contents, region, address, words)
            yield t.eq(array, contents)
        elif region.string_bytes > LONGEST_STRINGS:
            remark = Remark(Kind.ROUGH, "the contents of many string literals", self._start_origin, t.true, t.true)
            notes.append(Note(remark, t.true, (), (), _EMPTY))
        else:
            for address, words in self._strings(region):
                for number, word in enumerate(words):
                    at = t.bv_add(address, t.bv(number * region.granule, self.layout.width))
                    yield t.eq(t.select(array, at), word)

    @property
    def _start_origin(self) -> Origin:
        return next(self.program.start.edges()).origin

    def _strings(self, region: Region) -> Iterator[tuple[Term, list[Term]]]:
        """The addresses and words of the string literals of a region."""
        for variable in region.variables:
            if variable.kind is VariableKind.STRING and variable.image:
                image = variable.image.ljust(self.layout.size(variable) or 0, b"\0")
                image += bytes(-len(image) % region.granule)
                value = self.terms.bv(int.from_bytes(image, "little"), 8 * len(image))
                address = self.terms.bv(self.layout.address(variable, 1), self.layout.width)
                yield address, split(self.terms, value, region.granule)


def _deeper(activations: Mapping[str, int], source: str, target: str) -> int:
    """The activation a call begins; a function that is executed is active, whether or not it was seen to be called."""
    return max(activations.get(target, 0), int(source == target)) + 1


def _parts(term: Term) -> tuple[Term, ...]:
    return term.args if term.op is Op.AND else (term,)


def _common(one: tuple[InputRead, ...], other: tuple[InputRead, ...]) -> tuple[InputRead, ...]:
    """The longest common beginning."""
    count = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return one[:count]


def c_value(bits: int, type: ScalarType) -> Value:
    """The value of a C type that a bit-vector means."""
    match type:
        case IntType():
            return type.wrap(bits)
        case FloatType():
            return float_from_bits(bits, type)
        case _:
            return bits


__all__ = ["Encoder", "InputKind", "InputRead", "Kind", "Note", "PathFormula", "SsaMap", "c_value"]
