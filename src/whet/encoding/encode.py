"""The bit-precise encoding of paths (Beyer, Keremoglu, Wendler: adjustable-block encoding, FMCAD 2010).

A ``PathFormula`` describes the executions along a path, or along several that were joined: a formula over instances of the
program's variables and regions, and the number of the last instance of each (static single assignment).  An ``Encoder``
makes them::

    path = encoder.initial()
    for edge in edges:
        path = encoder.extended(path, edge)
    solver.add(path.formula)

**Exactness.**  Every execution of the concrete interpreter along the path is a model of the formula, and every model is an
execution, except where a note says otherwise (``notes``).  ``losing(path)`` is a term for the executions that may be
missing, ``adding(path)`` one for the models of the formula that may be none.

**Staging.**  An edge is translated once, to a template over the values before and after it; putting a template on a path renames
its symbols, and equal renamings are remembered.

**Recursion.**  The variables of each active call of a function have symbols of their own; a path formula counts the active calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, TypeAlias

from whet.cfa.expressions import Expr, Variable
from whet.cfa.library import Library
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Assume, Enter, Leave
from whet.cfa.semantics import Value, float_from_bits
from whet.cfa.source import Origin
from whet.cfa.types import FloatType, IntType, ScalarType
from whet.core.path import PathStep
from whet.encoding.lives import BlockLives
from whet.encoding.memory import AddressLayout, Validity, split, write_words
from whet.encoding.notes import Apart, NoteKind, Outside, Remark
from whet.encoding.parts import InputKind, InputSymbol, TranslationScope
from whet.encoding.pathformula import EdgeMarks, First, JoinedMarks, Note, PathFormula, SsaMap, Template
from whet.encoding.shadows import Shadows
from whet.encoding.steps import Frames, Occurrences, Steps
from whet.encoding.translation import Translation
from whet.encoding.vocabulary import Vocabulary
from whet.pointers.regions import LONGEST_CONTENTS, LONGEST_STRINGS, Region, Regions, is_slot, starts_zeroed
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.staged import Stencil
from whet.solvers.terms.term import Op, Term
from whet.solvers.terms.walks import ordered, symbols

_WIDEST = 32
"""A conjunction grows to so many parts before it becomes a part of another one."""
FrameNames: TypeAlias = tuple[str, int, str, int]
"""The function and activation of the caller, and of the callee; the same twice on an edge that is no step of a call."""
_EMPTY: Final[Mapping[str, int]] = MappingProxyType({})


class Encoder:
    """Encodes the paths of one program.

    ``unfolds`` is how many words library functions go through one by one (``unfolding``); formulas grow with it.
    ``unfolds_known`` is how many bytes these are in an object of known size, if more, and how large objects may be of which
    words are looked at one by one."""

    def __init__(self, program: Program, terms: Terms, *, unfolds: int = 0, unfolds_known: int = 0) -> None:
        self.program = program
        self.terms = terms
        self.layout = AddressLayout(program, program.fact(BlockLives).renewed)
        self.regions = program.fact(Regions)
        self.vocabulary = Vocabulary(terms, program, self.layout)
        self._shadows = program.fact(Shadows)
        self._scope = TranslationScope(
            program,
            terms,
            self.layout,
            self.regions,
            self.vocabulary,
            Library(),
            self._shadows,
            unfolds=unfolds,
            unfolds_known=unfolds_known,
        )
        self.unfolds_known = unfolds_known
        self._uses = Occurrences(program)
        self._validity = Validity(terms, self.layout)
        self._templates: dict[tuple[Edge | PathStep, object], Template] = {}
        self._activations: dict[tuple[tuple[str, int], ...], Mapping[str, int]] = {}
        self._calls: dict[tuple[PathStep, tuple[tuple[str, int], ...]], tuple[Template, Mapping[str, int]]] = {}
        self._made: dict[tuple[object, ...], Term] = {}
        self._stencils: dict[Term, Stencil] = {}
        self._remarks: dict[tuple[tuple[Term, ...], Template], Stencil] = {}
        self._initial: PathFormula | None = None

    def initial(self) -> PathFormula:
        """The beginning of the program: nothing was executed."""
        if self._initial is None:
            facts: list[Term] = []
            notes: list[Note] = []
            for region in self.regions.all():
                facts.extend(self._first_contents(region, notes))
            heap = self._instance(self.vocabulary.heap(), 0)
            facts.append(self.terms.eq(heap, self.terms.bv(self.layout.first_slot, heap.width)))
            path = self.unconstrained(self.program.start)
            self._initial = replace(path, formula=self.terms.and_(*facts), marks=First(tuple(notes)) if notes else None)
        return self._initial

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

    def extended(self, path: PathFormula, step: Edge | PathStep) -> PathFormula:
        """The path with one more edge."""
        template, activations = self._template(step, path.activations)
        ssa, unread = path.ssa, path.unread
        indices = template.indices(ssa)
        formula = template.made.get(indices)
        if formula is None:
            formula = template.made[indices] = template.stencil(self._names(template, indices))[0]
        asks = template.asks or not template.read.isdisjoint(unread)
        if template.lost or not template.touched.isdisjoint(unread):
            unread = (unread - template.touched) | template.lost
        return PathFormula(
            self._conjunction(path.formula, formula),
            ssa.advanced(template.written) if template.written else ssa,
            activations,
            path.inputs + self._inputs(template, path, indices) if asks else path.inputs,
            EdgeMarks(path.marks, template, indices, path.formula, path.activations) if template.remarks else path.marks,
            unread,
            path.is_linear,
        )

    def written(self, path: PathFormula, step: Edge | PathStep) -> tuple[Term, ...]:
        """The bases that have another instance after one more edge."""
        return self._template(step, path.activations)[0].written

    def _conjunction(self, one: Term, other: Term) -> Term:
        """Of a path and an edge: as ``and_``, but nothing is looked for except constants."""
        t = self.terms
        if other is t.true or one is t.false:
            return one
        if one is t.true or other is t.false:
            return other
        if one.op is Op.AND and len(one.args) < _WIDEST:
            return t.make(Op.AND, (*one.args, other), sort=t.bool_sort)
        return t.make_binary(Op.AND, one, other, t.bool_sort)

    def _names(self, template: Template, indices: tuple[int, ...]) -> list[Term]:
        """The instances of the symbols of a template."""
        try:
            return [known[index] for known, index in zip(template.instances, indices, strict=True)]
        except IndexError:
            for (base, _), index in zip(template.symbols, indices, strict=True):
                self._instance(base, index)
            return [known[index] for known, index in zip(template.instances, indices, strict=True)]

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
            JoinedMarks(one.marks, other.marks) if one.marks is not other.marks else one.marks,
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
        """What an assumption says, over bases; None if that is not certain (see ``NoteKind.adds``)."""
        here = {} if function is None else {function: activation}
        translation = Translation(self._scope, here, assume.origin)
        holds = translation.truth(assume.condition)
        exact = not translation.conditions and all(remark.kind is NoteKind.ACCESS for remark in translation.remarks)
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

    def when(self, note: Note) -> Term:
        """The executions of the path, up to where the note belongs and not beyond, for which it matters."""
        return self.terms.and_(note.prefix, self._here(note))

    def _here(self, note: Note) -> Term:
        """The same of executions that take the path up to there."""
        remark, template = note.remark, note.template
        if template is None:
            under, *made = remark.terms
        else:
            key = (remark.terms, template)
            if key not in self._remarks:
                self._remarks[key] = Stencil(self.terms, remark.terms, template.stencil.symbols)
            under, *made = self._remarks[key](self._names(template, note.indices))
        return self.terms.and_(under, self.condition_of(remark, made, note.activations))

    def condition_of(self, remark: Remark, made: Sequence[Term], activations: Mapping[str, int]) -> Term:
        """When a remark matters, given what the terms of its condition are and which calls are active."""
        match remark.condition, made:
            case Outside() as access, [address, *blocks]:
                found = replace(access, address=address, blocks=blocks[0] if blocks else None)
                return self._validity.outside(found, activations)
            case Apart() as pair, [left, right, *blocks]:
                pair = replace(pair, left=left, right=right, blocks=blocks[0] if blocks else None)
                return self._validity.apart(pair, activations)
            case _:
                return made[0]

    def losses(self, path: PathFormula, step: Edge | PathStep) -> tuple[Note, ...]:
        """The notes that lose executions which one more edge adds to a path."""
        template, _ = self._template(step, path.activations)
        if not template.losing:
            return ()
        return EdgeMarks(None, template, template.indices(path.ssa), path.formula, path.activations).notes(template.losing)

    def assumed(self) -> list[tuple[str, Origin]]:
        """The calls of unknown functions that were met so far; what is assumed of them is the text of their ``NoteKind``."""
        return list(self._scope.assumed)

    def losing(self, path: PathFormula) -> Term:
        """Executions that may continue otherwise than the formula describes: a proof needs this to be unsatisfiable."""
        return self.terms.or_(*(self.when(note) for note in path.notes if note.kind.loses))

    def adding(self, path: PathFormula) -> Term:
        """Models that may be no executions; it is to be used together with the formula, which says what its symbols mean."""
        matters = self._here if path.is_linear else self.when
        return self.terms.or_(*(matters(note) for note in path.notes if note.kind.adds))

    def symbol(self, path: PathFormula, variable: Variable, *, activation: int | None = None) -> Term:
        """What stands for a scalar variable at the end of a path; by default that of the innermost call of its function."""
        if activation is None:
            activation = 1 if variable.function is None else max(path.activations.get(variable.function, 1), 1)
        base = self.vocabulary.variable(variable, activation)
        return self._instance(base, path.ssa[base])

    def _template(self, step: Edge | PathStep, activations: Mapping[str, int]) -> tuple[Template, Mapping[str, int]]:
        """What a step does, given the active calls; and the calls that are active after it."""
        edge = step if isinstance(step, Edge) else step.edge
        if isinstance(edge.operation, (Enter, Leave)):
            return self._call_template(step if isinstance(step, PathStep) else PathStep(step), activations)
        name = edge.source.function.name
        here = activations.get(name) or 1
        template = self._templates.get((step, here))
        if template is None:
            frames = Frames({name: here}, {name: here})
            template = self._finished(self._translated(step if isinstance(step, PathStep) else PathStep(step), frames))
            self._templates[step, here] = template
        return template, activations

    def _call_template(self, step: PathStep, activations: Mapping[str, int]) -> tuple[Template, Mapping[str, int]]:
        given = (step, tuple(activations.items()))
        known = self._calls.get(given)
        if known is None:
            frames, after = self._call_frames(step.edge, activations)
            key = (step, frames)
            if key not in self._templates:
                self._templates[key] = self._finished(self._translated(step, _as_frames(frames)))
            known = self._calls[given] = self._templates[key], after
        return known

    def _call_frames(self, edge: Edge, activations: Mapping[str, int]) -> tuple[FrameNames, Mapping[str, int]]:
        """The caller and the callee of a step of a call, each with its activation; and the calls that are active after it."""
        source, target = edge.source.function.name, edge.target.function.name
        here = activations.get(source) or 1
        if isinstance(edge.operation, Enter):
            # The activation a call begins; a function that is executed is active, whether or not it was seen to be called.
            counts = {**activations, source: here, target: max(activations.get(target, 0), int(source == target)) + 1}
            frames = (source, here, target, counts[target])
        else:
            counts = {**activations, source: here - 1}
            frames = (target, counts.get(target) or 1, source, here)
        return frames, self._activations.setdefault(tuple(counts.items()), MappingProxyType(counts))

    def _translated(self, step: PathStep, frames: Frames) -> Translation:
        translation = Translation(self._scope, frames.caller, step.edge.origin)
        steps = Steps(translation, self._uses, step.edge, frames, pointer=step.pointer)
        for operation in step.operations:
            steps.perform(operation)
        return translation

    def _finished(self, translation: Translation) -> Template:
        t, primed = self.terms, self.vocabulary.primed
        changed = {base: value for base, value in translation.values.items() if value is not base}
        equations = [t.eq(primed(base), value) for base, value in changed.items()]
        formula = t.and_(*translation.conditions, *equations)
        remarks = tuple(translation.remarks)
        inputs = tuple(translation.inputs)
        roots = (formula, *(term for remark in remarks for term in remark.terms), *(each.symbol for each in inputs))
        names = self._changing(*roots)
        unprimed = {primed(base): base for base in {*translation.bases(), *changed}}
        bases = [unprimed.get(name, name) for name in names]
        written = tuple(ordered({*changed, *translation.bases()}))
        return Template(
            stencil=Stencil(t, (formula,), names),
            symbols=tuple([(base, int(name in unprimed)) for base, name in zip(bases, names, strict=True)]),
            instances=tuple([self.vocabulary.instances(base) for base in bases]),
            written=written,
            inputs=inputs,
            asks=any(each.symbol in unprimed for each in inputs),
            remarks=remarks,
            losing=tuple([remark for remark in remarks if remark.kind.loses]),
            read=frozenset(translation.read),
            lost=frozenset(translation.unread),
            touched=frozenset((*translation.read, *written)),
            positions={name: number for number, name in enumerate(names)},
        )

    def _changing(self, *roots: Term) -> list[Term]:
        """The symbols of some terms that have instances."""
        return ordered({symbol for root in roots for symbol in symbols(root) if not self.vocabulary.is_fixed(symbol)})

    def _inputs(self, template: Template, path: PathFormula, indices: tuple[int, ...]) -> tuple[InputSymbol, ...]:
        read = []
        for each in template.inputs:
            position = template.positions[each.symbol]
            base, ahead = template.symbols[position]
            if ahead or base in path.unread:
                read.append(InputSymbol(each.kind, self._instance(base, indices[position]), each.type, each.origin))
        return tuple(read)

    def frames(self, edge: Edge, activations: Mapping[str, int]) -> tuple[FrameNames, Mapping[str, int]]:
        """The caller and the callee of an edge, each with its activation; and the calls that are active after it."""
        if isinstance(edge.operation, (Enter, Leave)):
            return self._call_frames(edge, activations)
        name = edge.source.function.name
        here = activations.get(name) or 1
        return (name, here, name, here), activations

    def translation(self, step: Edge | PathStep, frames: FrameNames) -> Translation:
        """An edge executed symbolically, from any values on."""
        return self._translated(step if isinstance(step, PathStep) else PathStep(step), _as_frames(frames))

    def bits(self, expr: Expr, function: Function, activation: int) -> Term | None:
        """The value of a scalar expression in an activation of a function, over bases; None if they do not determine it."""
        translation = Translation(self._scope, {function.name: activation}, self._start_origin)
        value = translation.bits(expr)
        return None if translation.bases() else value

    def beginning(self) -> dict[Term, Term]:
        """The values of bases when the program begins; those that are missing have any value."""
        heap = self.vocabulary.heap()
        values = {heap: self.terms.bv(self.layout.first_slot, heap.width)}
        for region in sorted(self._shadows.regions, key=lambda each: each.number):
            written = self.vocabulary.written(region)
            values[written] = self.vocabulary.constant_zeros(written.sort)
        for region in self.regions.all():
            if region.sites or any(variable in self.layout.dynamic for variable in region.variables):
                blocks = self.vocabulary.blocks(region)
                values[blocks] = self.vocabulary.constant_zeros(blocks.sort)
            if self._scope.is_read(region):
                base = self.vocabulary.region(region)
                contents = self.vocabulary.constant_zeros(base.sort) if starts_zeroed(region, self.layout.dynamic) else base
                if region.string_bytes <= LONGEST_STRINGS:
                    for address, words in self._strings(region):
                        contents = write_words(self.terms, contents, region, address, words)
                    values[base] = contents
        return values

    def locals(self, function: Function, activation: int) -> tuple[Term, ...]:
        """The bases of the scalar variables of an active call."""
        slots = (variable for variable in function.variables if is_slot(self.program, variable) and not variable.is_static)
        return tuple([self.vocabulary.variable(variable, activation) for variable in slots])

    def _first_contents(self, region: Region, notes: list[Note]) -> Iterator[Term]:
        """What is known of a region before anything is executed."""
        t = self.terms
        array = self._instance(self.vocabulary.region(region), 0)
        if region.sites or any(variable in self.layout.dynamic for variable in region.variables):
            blocks = self._instance(self.vocabulary.blocks(region), 0)
            yield t.eq(blocks, self.vocabulary.zeros(blocks.sort))
        if self._shadows.follows(region):
            written = self._instance(self.vocabulary.written(region), 0)
            yield t.eq(written, self.vocabulary.zeros(written.sort))
        if not self._scope.is_read(region):
            return
        if starts_zeroed(region, self.layout.dynamic):
            contents = self.vocabulary.zeros(array.sort)
            for address, words in self._strings(region):
                contents = write_words(t, contents, region, address, words)
            yield t.eq(array, contents)
        elif region.string_bytes > LONGEST_STRINGS:
            remark = Remark(NoteKind.ROUGH, "the contents of many string literals", self._start_origin, t.true, t.true)
            notes.append(Note(remark, t.true, None, (), _EMPTY))
        else:
            for address, words in self._strings(region):
                for number, word in enumerate(words):
                    at = t.bv_add(address, t.bv(number * region.granule, self.layout.width))
                    yield t.eq(t.select(array, at), word)

    @property
    def _start_origin(self) -> Origin:
        return next(self.program.start.edges()).origin

    def _strings(self, region: Region) -> Iterator[tuple[Term, list[Term]]]:
        """The addresses and words of the string literals and other constants in static objects of a region."""
        for variable in region.variables:
            is_table = variable.is_static and variable.type.size <= LONGEST_CONTENTS * region.granule
            if first := variable.image or (variable.contents if is_table else None):
                image = first.ljust(self.layout.size(variable) or 0, b"\0")
                image += bytes(-len(image) % region.granule)
                value = self.terms.bv(int.from_bytes(image, "little"), 8 * len(image))
                address = self.terms.bv(self.layout.address(variable, 1), self.layout.width)
                yield address, split(self.terms, value, region.granule)


def _as_frames(names: FrameNames) -> Frames:
    return Frames({names[0]: names[1]}, {names[2]: names[3]})


def _parts(term: Term) -> tuple[Term, ...]:
    return term.args if term.op is Op.AND else (term,)


def _common(one: tuple[InputSymbol, ...], other: tuple[InputSymbol, ...]) -> tuple[InputSymbol, ...]:
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


__all__ = ["Encoder", "FrameNames", "InputKind", "InputSymbol", "Note", "NoteKind", "PathFormula", "SsaMap", "c_value"]
