"""Whether a pointer is good for a use (``Valid``), as a term.

A pointer that is computed from another one is meant for the object of that one: both must be in the same.  An object lives if
it is static, if it is local to a function that is active (``Vocabulary.active``) and its block was not left (``lives``), or if
it is a block of the heap that was not freed.  Where this cannot be said exactly the answer is open, so that it proves nothing
and refutes nothing: pointers that may point to unknown objects, and objects of functions that are called again
while a pointer from an earlier call may be left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from whet.cfa.accesses import access_size, object_size
from whet.cfa.aliasing import declared_kind, may_access
from whet.cfa.alignment import COMMON, object_alignment
from whet.cfa.defined_bits import bits_of_lvalue
from whet.cfa.expressions import AddressOf, Cast, Const, Deref, Expr, Index, Lvalue, Member, PointerAdd, Use, Valid, Variable
from whet.cfa.facts import Facts
from whet.cfa.library import AUTOMATIC
from whet.cfa.model import Edge, Function, Program
from whet.cfa.operations import Call, flatten
from whet.cfa.source import Origin
from whet.cfa.types import IntType, PointerType
from whet.encoding.lives import BlockLives
from whet.encoding.memory import WIDE, Validity, joined
from whet.encoding.notes import NoteCondition, NoteKind
from whet.encoding.parts import TermPart, TranslationScope
from whet.library.effects import Question
from whet.pointers.regions import Region, is_slot
from whet.solvers.terms.factory import Terms
from whet.solvers.terms.term import Term
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True)
class _Access:
    """From ``first`` on so many bytes, by a pointer that was computed from ``home``; all in ``WIDE`` bits."""

    region: Region
    home: Term
    first: Term
    size: Term


@dataclass(frozen=True, slots=True)
class _Named:
    """``first`` bytes after the beginning of a variable."""

    variable: Variable
    first: Term
    size: int


class PlaceTranslation(Protocol):
    """What is asked of a translation."""

    @property
    def scope(self) -> TranslationScope: ...

    @property
    def terms(self) -> Terms: ...

    def part(self, lvalue: Lvalue) -> TermPart: ...

    def bits(self, expr: Expr) -> Term: ...

    def current(self, base: Term) -> Term: ...

    def written(self, part: TermPart, size: int) -> list[Term] | None: ...

    def blocks_at(self, region: Region, address: Term) -> Term | None: ...

    def fresh_bits(self, width: int) -> Term: ...

    def remark(self, kind: NoteKind, what: str, condition: NoteCondition, *, is_certain: bool = True) -> None: ...


class Usable:
    """Answers for one translation."""

    def __init__(self, translation: PlaceTranslation) -> None:
        self._to = translation
        self._scope = translation.scope
        self._terms = translation.terms

    def truth(self, valid: Valid) -> Term:
        if valid.use is Use.DEFINED:
            # Was everything written that is read there?
            assert isinstance(valid.pointer, AddressOf)
            t, lvalue = self._terms, valid.pointer.lvalue
            part = self._to.part(lvalue)
            if part.root is not None and part.root.is_static and part.region not in self._scope.shadows.copied_to:
                return t.true
            marks = self._to.written(part, access_size(lvalue)) if self._scope.shadows.tells(part.region) else None
            if marks is None:
                return self._any()
            bits = joined(t, marks)
            pattern = t.bv(bits_of_lvalue(lvalue) or 0, bits.width)
            return t.or_(t.eq(t.bv_and(bits, pattern), pattern), *self._in_statics(part))
        if valid.use is Use.ALIGN:
            t = self._terms
            below = t.bv_sub(self._size(valid.size), t.bv(1, WIDE))
            aligned = t.eq(t.bv_and(self._wide(valid.pointer), below), t.bv(0, WIDE))
            if isinstance(valid.size, Const) and valid.size.value <= COMMON:
                return aligned
            return t.and_(aligned, t.or_(self._in_aligned(valid), self._any()))
        if valid.use is Use.TYPED:
            # Does it point to no variable of another type?
            assert isinstance(valid.size, Const)
            t, layout, region = self._terms, self._scope.layout, self._scope.regions.of_pointer(valid.pointer)
            others = [each for each in region.variables if not may_access(declared_kind(each.type), valid.size.value)]
            if region.is_known and not others:
                return t.true
            if not self._is_told(region) or not layout.dynamic.isdisjoint(others):
                return self._any()
            first, found = self._wide(valid.pointer), []
            for variable in others:
                begin = t.bv_sub(first, t.bv(layout.address(variable, 1), WIDE))
                found.append(t.bv_ult(begin, t.bv(layout.size(variable) or 0, WIDE)))
            return t.not_(t.or_(*found))
        known = self._freeable(valid.pointer) if valid.use is Use.FREE else self._accessible(valid)
        return self._any() if known is None else known

    def _in_aligned(self, valid: Valid) -> Term:
        """Does it point into a variable that asks for this alignment?  Other objects may have it by chance."""
        t, layout, first = self._terms, self._scope.layout, self._wide(valid.pointer)
        found = [t.eq(first, t.bv(0, WIDE))]
        needed = valid.size.value if isinstance(valid.size, Const) else 0
        for variable in self._scope.regions.of_pointer(valid.pointer).variables:
            size, is_fixed = layout.size(variable), variable not in layout.dynamic
            if needed and is_fixed and size is not None and object_alignment(variable) % needed == 0:
                found.append(t.bv_ult(t.bv_sub(first, t.bv(layout.address(variable, 1), WIDE)), t.bv(size, WIDE)))
        return t.or_(*found)

    def _in_statics(self, part: TermPart) -> Iterator[Term]:
        """Does it point to an object that was written from the beginning?"""
        t, layout = self._terms, self._scope.layout
        if part.root is not None or part.region in self._scope.shadows.copied_to:
            return
        for variable in part.region.variables:
            if variable.is_static and (size := layout.size(variable)) is not None:
                yield t.bv_ult(t.bv_sub(part.wide, t.bv(layout.address(variable, 1), WIDE)), t.bv(size, WIDE))

    def answer(self, question: Question, arguments: Sequence[Expr]) -> Term | None:
        """The answer to a question of the program itself, in ``WIDE`` bits; None if it may be anything.

        A part of it that is not known is a new value, with a note: too small an answer would lose runs as well as too large a
        one."""
        number = self._scope.program.machine.size_t
        named = self._named(arguments[0])
        match question, arguments:
            case ((Question.READABLE | Question.WRITABLE), (_, size)) if named is not None:
                may_be = self._fits(named, self._size(size), writes=question is Question.WRITABLE)
                return self._terms.as_bit(may_be, WIDE)
            case ((Question.SIZE | Question.OFFSET), _) if named is not None:
                return self._terms.bv(named.size, WIDE) if question is Question.SIZE else named.first
            case ((Question.READABLE | Question.WRITABLE), (pointer, size)):
                use = Use.WRITE if question is Question.WRITABLE else Use.READ
                return self._terms.as_bit(self._may_be_used(Valid(pointer, size, use, number)), WIDE)
            case ((Question.SIZE | Question.OFFSET), (pointer,)):
                found = self._asked(Valid(pointer, Const(0, number), Use.READ, number))
                return None if found is None else self._measured(*found, question)
            case _:
                return None

    def _named(self, pointer: Expr) -> _Named | None:
        """Of a variable that the pointer names, so that it lives; None if there is none, or its size is not known."""
        while isinstance(pointer, Cast) and isinstance(pointer.operand.type, PointerType):
            pointer = pointer.operand
        part = self._to.part(pointer.lvalue) if isinstance(pointer, AddressOf) else None
        size = None if part is None or part.root is None else object_size(part.root)
        return None if part is None or part.root is None or size is None else _Named(part.root, part.wide, size)

    def _fits(self, named: _Named, size: Term, *, writes: bool) -> Term:
        t, room = self._terms, self._terms.bv(named.size, WIDE)
        if writes and named.variable.is_read_only:
            return t.false
        return t.and_(t.bv_ule(named.first, room), t.bv_ule(size, t.bv_sub(room, named.first)))

    def _asked(self, valid: Valid) -> tuple[_Access, Term | None] | None:
        """What is asked about, with the blocks of its region; None if not all objects there are known."""
        access = self._access(valid)
        if access is None or not self._is_told(access.region):
            return None
        static = [each for each in access.region.variables if each not in self._scope.layout.dynamic]
        blocks = self._to.blocks_at(access.region, access.first)
        has_owners = blocks is not None and isinstance(self._owner(access.region), _Several)
        return None if has_owners or None in map(object_size, static) else (access, blocks)

    def _may_be_used(self, valid: Valid) -> Term:
        t, found = self._terms, self._asked(valid)
        if found is None:
            return self._open(t.is_nonzero(self._wide(valid.pointer)))
        access, blocks = found
        inside = t.or_(*self._in_variables(access, writes=valid.use is Use.WRITE), self._in_known_block(access))
        beyond = t.false if blocks is None else t.and_(t.not_(inside), self._is_beyond(access, blocks))
        return inside if beyond is t.false else t.or_(inside, self._open(beyond))

    def _open(self, condition: Term) -> Term:
        """Under a condition it may be so, or not."""
        self._to.remark(NoteKind.LIBRARY, "whether bytes may be used", condition)
        return self._terms.and_(condition, self._any())

    def _is_beyond(self, access: _Access, blocks: Term) -> Term:
        """May it be in a block, but not in its first slot?  Then the slot has no block of its own."""
        t, layout = self._terms, self._scope.layout
        slot = layout.slot(t, access.first)
        in_heap = t.and_(t.bv_ule(t.bv(layout.first_slot, slot.width), slot), t.bv_ult(slot, t.bv(layout.slot_limit, slot.width)))
        none_begins = t.eq(t.select(blocks, slot), t.bv(0, layout.width))
        moved = t.not_(t.eq(slot, layout.slot(t, access.home)))
        return t.or_(t.and_(in_heap, none_begins), moved)

    def _measured(self, access: _Access, blocks: Term | None, question: Question) -> Term:
        """The size of the object, or how far it is from its beginning."""
        t, layout, is_size = self._terms, self._scope.layout, question is Question.SIZE
        found: list[tuple[Term, Term]] = []
        for variable, inside in self._around(access, writes=False):
            begin, size = layout.address(variable, 1), layout.size(variable)
            found.append((inside, t.bv(size or 0, WIDE) if is_size else t.bv_sub(access.first, t.bv(begin, WIDE))))
        if blocks is not None:
            slot = layout.slot(t, access.home)
            entry = t.resize(t.select(blocks, slot), WIDE, signed=False)
            distance = t.bv_sub(access.first, t.resize(t.concat(slot, t.bv(0, layout.slot_bits)), WIDE, signed=False))
            found.append((self._in_known_block(access), t.bv_sub(entry, t.bv(1, WIDE)) if is_size else distance))
        self._to.remark(NoteKind.LIBRARY, f"what is known: {question.value}", t.not_(t.or_(*(inside for inside, _ in found))))
        result = self._to.fresh_bits(WIDE)
        for inside, measured in found:
            result = t.ite(inside, measured, result)
        return result

    def _in_known_block(self, access: _Access) -> Term:
        inside = self._in_block(access)
        return self._terms.false if inside is None else inside

    def _any(self) -> Term:
        return self._terms.is_nonzero(self._to.fresh_bits(1))

    def _accessible(self, valid: Valid) -> Term | None:
        access = self._access(valid)
        if access is None or not self._is_told(access.region, recursive=True):
            return None
        t = self._terms
        blocks = self._in_block(access)
        if blocks is None:
            return None
        writes = valid.use is Use.WRITE
        inside = t.or_(*self._in_variables(access, writes=writes), *self._in_later_calls(access, writes=writes), blocks)
        if valid.use is Use.POINT:
            return inside
        granule = access.region.granule
        aligned = t.eq(t.bv_and(access.first, t.bv(granule - 1, WIDE)), t.bv(0, WIDE))
        no_bytes = t.eq(access.size, t.bv(0, WIDE))
        return t.or_(t.and_(inside, aligned), no_bytes)

    def _access(self, valid: Valid) -> _Access | None:
        pointer = valid.pointer
        if isinstance(pointer, AddressOf):
            part = self._to.part(pointer.lvalue)
            if part.root is not None:  # an object of unknown size
                return None
            region, first = part.region, part.wide
        else:
            region, first = self._scope.regions.of_pointer(pointer), self._wide(pointer)
        home = _home(pointer)
        return _Access(region, first if home is None else self._wide(home), first, self._size(valid.size))

    def _wide(self, pointer: Expr) -> Term:
        return self._terms.resize(self._to.bits(pointer), WIDE, signed=False)

    def _size(self, size: Expr) -> Term:
        """As the library takes it: a negative number is a large one."""
        width = self._scope.layout.width
        signed = isinstance(size.type, IntType) and size.type.signed
        return self._terms.resize(self._terms.resize(self._to.bits(size), width, signed=signed), WIDE, signed=False)

    def _is_told(self, region: Region, *, recursive: bool = False) -> bool:
        """Are all its objects known, with their sizes and their lives, those of ``recursive`` functions also?"""
        layout = self._scope.layout
        sizes = [layout.size(variable) for variable in region.variables if variable not in layout.dynamic]
        if not region.is_known or None in sizes:
            return False
        if any(not (recursive and self._dies_alone(variable)) for variable in region.variables if self._is_recursive(variable)):
            return False
        # May a pointer into the region be left from an earlier call of a function that is active again?
        again = self._scope.program.fact(_CalledAgain).functions
        holders = [self._scope.regions.holders(variable) for variable in region.variables if variable.function in again]
        return not any(each.lasting or each.memory for each in holders)

    def _is_recursive(self, variable: Variable) -> bool:
        return variable.function in self._scope.program.fact(_recursive)

    def _dies_alone(self, variable: Variable) -> bool:
        """Is no pointer to a variable of a recursive function left in memory, a frame of another call included, or returned?"""
        program, regions = self._scope.program, self._scope.regions
        if variable.function == program.start.name or variable in program.fact(BlockLives).untold:
            return False
        holders, on_heap = regions.holding(variable)
        return not on_heap and not regions.holders(variable).lasting and all(is_slot(program, each) for each in holders)

    def _in_later_calls(self, access: _Access, *, writes: bool) -> Iterator[Term]:
        """Is it inside of a variable of the second or a later one of the active calls of a function?"""
        t, layout = self._terms, self._scope.layout
        for variable in access.region.variables:
            size = layout.size(variable)
            if variable.function is None or not self._is_recursive(variable):
                continue
            if size is None or variable in layout.dynamic or (writes and variable.is_read_only):
                continue
            room, (call, begin) = t.bv(size, WIDE), layout.beyond_second(t, access.first, variable)
            home, comes_from = layout.beyond_second(t, access.home, variable)
            fits = t.and_(t.bv_ule(begin, room), t.bv_ule(access.size, t.bv_sub(room, begin)))
            active = t.resize(self._active(variable.function), call.width, signed=False)
            is_active = t.and_(t.is_nonzero(active), t.bv_ult(call, t.bv_sub(active, t.bv(1, call.width))))
            yield t.and_(fits, t.eq(call, home), t.bv_ule(comes_from, room), is_active)

    def _in_variables(self, access: _Access, *, writes: bool) -> Iterator[Term]:
        return (inside for _, inside in self._around(access, writes=writes))

    def _around(self, access: _Access, *, writes: bool) -> Iterator[tuple[Variable, Term]]:
        """The variables of the region; is the access inside?"""
        t, layout = self._terms, self._scope.layout
        for variable in access.region.variables:
            size = layout.size(variable)
            if variable in layout.dynamic or size is None or (writes and variable.is_read_only):
                continue
            base, room = t.bv(layout.address(variable, 1), WIDE), t.bv(size, WIDE)
            begin, comes_from = t.bv_sub(access.first, base), t.bv_sub(access.home, base)
            fits = t.and_(t.bv_ule(begin, room), t.bv_ule(access.size, t.bv_sub(room, begin)))
            lives = t.and_(self._lives(variable.function), self._is_alive(variable))
            yield variable, t.and_(fits, t.bv_ule(comes_from, room), lives)

    def _is_alive(self, variable: Variable) -> Term:
        """Was its block not left?"""
        if variable not in self._scope.program.fact(BlockLives).followed:
            return self._terms.true
        return self._terms.is_nonzero(self._to.current(self._scope.vocabulary.alive(variable)))

    def _lives(self, function: str | None) -> Term:
        if function in (None, self._scope.program.start.name):
            return self._terms.true
        return self._terms.is_nonzero(self._active(function))

    def _active(self, function: str) -> Term:
        """How many calls of it are active."""
        return self._to.current(self._scope.vocabulary.active(function))

    def _in_block(self, access: _Access) -> Term | None:
        """Of the heap, or of a function that is active; None if it may be of both."""
        blocks = self._to.blocks_at(access.region, access.home)
        if blocks is None:
            return self._terms.false
        owner = self._owner(access.region)
        if isinstance(owner, _Several):
            return None
        t, layout = self._terms, self._scope.layout
        inside = Validity(t, layout).within_block(access.first, blocks, access.size, access.home)
        return t.and_(inside, self._lives(owner))

    def _freeable(self, pointer: Expr) -> Term | None:
        """It is null, or the beginning of a block that lives."""
        t, layout = self._terms, self._scope.layout
        region, address = self._scope.regions.of_pointer(pointer), self._to.bits(pointer)
        is_null = t.eq(address, t.bv(0, address.width))
        if not region.is_known:
            return None if is_null is not t.true else t.true
        blocks = self._to.blocks_at(region, t.resize(address, WIDE, signed=False))
        if blocks is None:
            return is_null
        if self._owner(region) is not None:
            return None
        lives = t.is_nonzero(t.select(blocks, layout.slot(t, address)))
        at_begin = t.eq(layout.offset(t, address), t.bv(0, layout.slot_bits))
        return t.or_(is_null, t.and_(at_begin, lives))

    def _owner(self, region: Region) -> str | _Several | None:
        """The function whose end frees the blocks of a region; None if ``free`` does."""
        automatic = self._scope.program.fact(_Automatic).sites
        owners: set[str | None] = {automatic.get(site) for site in region.sites}
        if not owners.isdisjoint(self._scope.program.fact(_CalledAgain).functions):
            return _Several()
        owners |= {variable.function for variable in region.variables if variable in self._scope.layout.dynamic}
        if len(owners) > 1 or not owners.isdisjoint(self._scope.program.fact(_recursive)):
            return _Several()
        return next(iter(owners), None)


class _Several:
    """The blocks of a region do not all end in the same way, or in a way that is followed."""


class _Automatic:
    """Where a program allocates what its functions free when they return."""

    def __init__(self, program: Program) -> None:
        self.sites: dict[Origin, str] = {}
        for edge in program.edges():
            for part in flatten(edge.operation):
                if isinstance(part, Call) and isinstance(part.callee, Function) and part.callee.name in AUTOMATIC:
                    self.sites[part.origin] = edge.source.function.name


class _CalledAgain:
    """The functions that may be called more than once in a run: from two places, in a loop, or by one of them."""

    def __init__(self, program: Program) -> None:
        self._facts = Facts.of(program)
        self._calls: dict[Function, list[Edge]] = {}
        for edge in program.edges():
            for part in flatten(edge.operation):
                for callee in self._facts.called_by(part) if isinstance(part, Call) else ():
                    self._calls.setdefault(callee, []).append(edge)
        self.functions = frozenset(each.name for each in program.defined_functions if self._is_again(each))

    def _is_again(self, function: Function) -> bool:
        if function in self._facts.recursive:
            return True
        match self._calls.get(function, ()):
            case []:
                return False
            case [edge]:
                caller = edge.source.function
                return self._facts.loops(caller).depth(edge.source) > 0 or self._is_again(caller)
            case _:
                return True


def _recursive(program: Program) -> frozenset[str]:
    return frozenset(function.name for function in Facts.of(program).recursive)


def _home(pointer: Expr) -> Expr | None:
    """The pointer from which a pointer is computed in the same expression; None if it is not computed."""
    base = pointer
    while True:
        match base:
            case AddressOf(lvalue=Deref(pointer=inner)) | PointerAdd(pointer=inner):
                base = inner
            case AddressOf(lvalue=Member(base=part) | Index(base=part), type=type):
                base = AddressOf(part, type)
            case Cast(operand=inner) if isinstance(inner.type, PointerType):
                base = inner
            case _:
                return None if base is pointer else base
