"""Functions without a body, as ``whet.cfa.library`` describes them, or exactly (``unfolding``) if that is wanted.

A function the table does not know may change every region that can be reached from its arguments and returns anything.
Both are noted: that it changes nothing else is an assumption, and the interpreter cannot execute it.
"""

from __future__ import annotations

from whet.cfa.expressions import Const, Expr, Lvalue
from whet.cfa.library import AUTOMATIC, NONDET_PREFIXES
from whet.cfa.model import Function
from whet.cfa.operations import Call
from whet.cfa.source import is_generated
from whet.cfa.types import VOID, CType, FloatType, IntType, PointerType, is_scalar
from whet.encoding.arithmetic import width_of
from whet.encoding.memory import BLOCK_GAP, WIDE
from whet.encoding.notes import NoteKind, Outside
from whet.encoding.parts import InputKind, TermPart
from whet.encoding.translation import Translation
from whet.encoding.unfolding import Unfolding
from whet.library.effects import (
    Allocates,
    Arbitrary,
    Assumes,
    Copies,
    Effect,
    Fills,
    Formats,
    Frees,
    Measures,
    Nothing,
    NotModelled,
    Question,
    Stops,
    Tells,
    Writes,
)
from whet.pointers.regions import Region, starts_zeroed
from whet.solvers.terms.term import Term

MANY_WORDS = 1024
"""Memory is copied and filled word by word up to this many."""
_RANDOM = frozenset({"rand", "random"})


class EncodedEffects:
    """Performs calls of functions without a body on a translation."""

    def __init__(self, translation: Translation) -> None:
        self._to = translation
        self._scope = translation.scope
        self._terms = translation.terms
        self._unfolding = Unfolding(translation)
        self._pointer = translation.scope.program.machine.pointer(VOID)

    def call(self, call: Call) -> None:
        callee = call.callee
        if not isinstance(callee, Function):
            self._unknown(call, "a function called through a pointer")
            return
        effect = self._scope.library.effect(callee, call.arguments)
        if effect is None:
            self._unknown(call, callee.name)
        elif callee.name.startswith(NONDET_PREFIXES):
            self._nondet(call, callee)
        elif not self._exactly(call, callee):
            self._perform(call, callee, effect)

    def _perform(self, call: Call, callee: Function, effect: Effect) -> None:
        t = self._terms
        match effect:
            case Stops():
                self._to.assume(t.false)
            case Assumes():
                self._to.assume(self._to.truth(call.arguments[0]))
            case Tells(question=question):
                self._tell(call, callee, question)
            case Arbitrary() if callee.name in _RANDOM:
                self._random(call)
            case Measures():
                self._measure(call, callee)
            case Arbitrary() | Nothing():
                self._evaluate(call)
                self._roughly(call, callee)
            case Allocates(size=factors, zeroed=zeroed):
                self._allocate(call, callee, factors, zeroed)
            case Frees():
                self._free(call.arguments[0])
            case Copies():
                self._copy(call, callee)
            case Fills():
                self._fill(call, callee)
            case Writes():
                self._write(call, callee, effect)
            case Formats():
                self._unknown(call, callee.name)
            case NotModelled(construct=construct):
                self._to.remark(NoteKind.UNSUPPORTED, construct, t.true)

    def anything(self, result: Lvalue | None) -> None:
        """The result of a call is any value."""
        if result is None:
            return
        if is_scalar(result.type):
            self._to.store(result, self._to.fresh_bits(width_of(result.type)))
        else:
            self._to.overwrite(self._to.part(result))

    def _roughly(self, call: Call, callee: Function) -> None:
        if call.result is not None:
            self._to.remark(NoteKind.LIBRARY, f"the result of {callee.name}", self._terms.true)
            self.anything(call.result)

    def _exactly(self, call: Call, callee: Function) -> bool:
        """Go through memory byte by byte; False if the function is not described like that."""
        types = () if call.result is None else (callee.type.result, call.result.type)
        if not all(isinstance(type, (IntType, PointerType)) for type in types):
            return False
        found = self._unfolding.perform(call, callee.name)
        if found is not None:
            self._return(call, callee, found.value, found.type)
        return found is not None

    def _return(self, call: Call, callee: Function, value: Term, type: IntType | PointerType) -> None:
        """The call returns a value of a type; it may have been declared as something else."""
        result = call.result
        if result is None:
            return
        convert = self._to.arithmetic.convert
        match callee.type.result, result.type:
            case (IntType() | PointerType()) as declared, (IntType() | PointerType()) as wanted:
                self._to.store(result, convert(declared, wanted, convert(type, declared, value)))
            case _:
                self._roughly(call, callee)

    def _tell(self, call: Call, callee: Function, question: Question) -> None:
        """The answer to a question about an object, as far as it is known."""
        from whet.encoding.usable import Usable  # few programs ask

        found = Usable(self._to).answer(question, call.arguments)
        if found is None:
            self._evaluate(call)
            self._roughly(call, callee)
        else:
            number = self._scope.program.machine.size_t
            self._return(call, callee, self._terms.resize(found, number.width, signed=False), number)

    def _nondet(self, call: Call, callee: Function) -> None:
        type = callee.type.result
        if not isinstance(type, (IntType, FloatType, PointerType)) or call.arguments:
            self._roughly(call, callee)
            return
        value = self._to.input(InputKind.NONDET, type)
        if isinstance(type, PointerType):
            self._to.remark(NoteKind.ROUGH, "a pointer is chosen by the environment", self._terms.is_nonzero(value))
            self._scope.assumed[callee.name, call.origin] = None
        if call.result is not None and is_scalar(call.result.type):
            converted = self._to.arithmetic.convert(type, _scalar(call.result.type), value)
            self._to.store(call.result, self._to.arithmetic.bits(converted))

    def _random(self, call: Call) -> None:
        """Any number that is not negative."""
        type = self._scope.program.machine.int
        value = self._terms.bv_and(self._to.input(InputKind.NONDET, type), self._terms.bv(type.max, type.width))
        if call.result is not None and isinstance(call.result.type, IntType):
            self._to.store(call.result, self._to.arithmetic.convert(type, call.result.type, value))
        else:
            self.anything(call.result)

    def _evaluate(self, call: Call) -> list[Term | None]:
        """The values of the arguments; None for structures."""
        return [self._to.bits(each) if is_scalar(each.type) else None for each in call.arguments]

    def allocate(self, region: Region, size: Term) -> Term:
        """The address of a new block."""
        t, layout, vocabulary = self._terms, self._scope.layout, self._scope.vocabulary
        heap, blocks = vocabulary.heap(), vocabulary.blocks(region)
        next_slot, width = self._to.current(heap), layout.width - layout.slot_bits
        count = t.bv(1, width)
        if not layout.fits_slots:
            padded = t.bv_add(size, t.bv(BLOCK_GAP, layout.width))
            count = t.bv_add(t.extract(padded, high=layout.width - 1, low=layout.slot_bits), count)
        first, limit = t.bv(layout.first_slot, width), t.bv(layout.slot_limit, width)
        # The counter is always in this range, which is not known where a block of a path begins.
        self._to.assume(t.and_(t.bv_ule(first, next_slot), t.bv_ule(next_slot, limit)))
        # Allocation never fails, so no execution asks for more than there is.
        self._to.assume(t.bv_ule(size, t.bv(layout.largest_block, layout.width)))
        is_full = t.bv_ult(t.bv_sub(limit, next_slot), count)
        slot = t.ite(is_full, self._any_slot(count, is_full), next_slot)
        self._to.assign(heap, t.ite(is_full, next_slot, t.bv_add(next_slot, count)))
        self._to.assign(blocks, t.store(self._to.current(blocks), slot, t.bv_add(size, t.bv(1, layout.width))))
        return t.concat(slot, t.bv(0, layout.slot_bits))

    def _any_slot(self, count: Term, is_full: Term) -> Term:
        """Where a block begins when the last slot was handed out: at any one, since a slot that is free is not known.

        If a pointer to a dead block is left in one of them, the other choices show that it is bad."""
        t, layout = self._terms, self._scope.layout
        slot = self._to.fresh_bits(count.width)
        first, limit = t.bv(layout.first_slot, count.width), t.bv(layout.slot_limit, count.width)
        is_slot = t.and_(t.bv_ule(first, slot), t.bv_ult(slot, limit), t.bv_ule(count, t.bv_sub(limit, slot)))
        self._to.assume(t.or_(t.not_(is_full), is_slot))
        return slot

    def release(self, region: Region, address: Term) -> None:
        """The block at its address dies."""
        blocks = self._scope.vocabulary.blocks(region)
        slot = self._scope.layout.slot(self._terms, address)
        self._to.assign(blocks, self._terms.store(self._to.current(blocks), slot, self._terms.bv(0, self._scope.layout.width)))

    def _allocate(self, call: Call, callee: Function, factors: tuple[int, ...], zeroed: bool) -> None:
        region = self._scope.regions.of_site(call)
        size = self._size([call.arguments[index] for index in factors])
        address = self.allocate(region, size)
        if callee.name in AUTOMATIC:
            self._to.remark(NoteKind.LIFETIME, "a block of alloca", self._terms.true)
        is_zero = starts_zeroed(region, self._scope.layout.dynamic)
        if zeroed and (not is_zero or self._scope.shadows.follows(region)):
            part = self._to.at(address, region, is_certain=True)
            granule = part.region.granule
            if size.value is not None and size.value <= MANY_WORDS * granule:
                words = -(-size.value // granule)
                self._to.write_words(part, [self._terms.bv(0, 8 * granule)] * words)
            elif starts_zeroed(part.region, self._scope.layout.dynamic):
                self._to.forget_written(part.region)
            else:
                self._to.remark(NoteKind.ROUGH, "a large block of zeros", self._terms.true)
                self._to.forget_written(part.region)
        elif is_generated(call.origin):
            self._to.forget_written(region)
        self._return(call, callee, address, self._pointer)

    def _size(self, factors: list[Expr]) -> Term:
        """The product of the arguments, which must not overflow."""
        t, width = self._terms, self._scope.layout.width
        product = t.bv(1, 2 * width)
        for factor in factors:
            signed = isinstance(factor.type, IntType) and factor.type.signed
            narrow = t.resize(self._to.bits(factor), width, signed=signed)
            product = t.bv_mul(product, t.resize(narrow, 2 * width, signed=False))
        self._to.assume(t.eq(t.extract(product, high=2 * width - 1, low=width), t.bv(0, width)))
        return t.extract(product, high=width - 1, low=0)

    def _measure(self, call: Call, callee: Function) -> None:
        """No run continues if there is no block, so that any number is right then."""
        (pointer,) = call.arguments
        t, layout, region = self._terms, self._scope.layout, self._scope.regions.of_pointer(pointer)
        address = self._to.bits(pointer)
        blocks = self._to.blocks_at(region, t.resize(address, WIDE, signed=False)) if region.is_known else None
        if blocks is None:
            self._roughly(call, callee)
        else:
            entry = t.select(blocks, layout.slot(t, address))
            self._return(call, callee, t.bv_sub(entry, t.bv(1, layout.width)), self._scope.program.machine.size_t)

    def _free(self, pointer: Expr) -> None:
        t, layout = self._terms, self._scope.layout
        region, address = self._scope.regions.of_pointer(pointer), self._to.bits(pointer)
        is_null = t.eq(address, t.bv(0, address.width))
        if self._to.blocks(region) is None:
            what = "free of what malloc did not return"
            self._to.remark(NoteKind.ACCESS, what, t.not_(is_null), is_certain=region.is_known)
            return
        blocks = self._scope.vocabulary.blocks(region)
        slot = layout.slot(t, address)
        self._to.blocks_at(region, address)
        old = t.select(self._to.current(blocks), slot)
        inside = t.is_nonzero(layout.offset(t, address))
        none_there = t.eq(old, t.bv(0, layout.width))
        is_bad = t.and_(t.not_(is_null), t.or_(inside, none_there))
        self._to.remark(NoteKind.ACCESS, "free", is_bad, is_certain=region.is_known)
        freed = t.store(self._to.current(blocks), slot, t.bv(0, layout.width))
        self._to.assign(blocks, t.ite(is_null, self._to.current(blocks), freed))

    def _copy(self, call: Call, callee: Function) -> None:
        target, source, length = call.arguments[:3]
        to, from_ = self._pointed_to(target), self._pointed_to(source)
        granule = max(to.region.granule, from_.region.granule)
        if isinstance(length, Const) and 0 <= length.value <= MANY_WORDS * min(to.region.granule, from_.region.granule):
            assert length.value % granule == 0, "the regions were made so"
            self._to.copy(to, from_, length.value)
        else:
            self._touch(to, length)
            self._to.remark(NoteKind.LIBRARY, f"what {callee.name} copies", self._terms.true)
        self._return(call, callee, to.address, self._pointer)

    def _fill(self, call: Call, callee: Function) -> None:
        target, byte, length = call.arguments[:3]
        part, t = self._pointed_to(target), self._terms
        value = t.resize(self._to.bits(byte), 8, signed=False)
        granule = part.region.granule
        word = value
        for _ in range(granule - 1):
            word = t.concat(word, value)
        if isinstance(length, Const) and value.value == 0 and self._is_all_of(part, length.value):
            self._to.clear_region(part.region)
        elif isinstance(length, Const) and 0 <= length.value <= MANY_WORDS * granule:
            if length.value:
                self._to.check(part, length.value, writes=True)
                self._to.write_words(part, [word] * (length.value // granule))
        else:
            self._touch(part, length)
            self._to.remark(NoteKind.LIBRARY, f"what {callee.name} fills", t.true)
        self._return(call, callee, part.address, self._pointer)

    def _pointed_to(self, pointer: Expr) -> TermPart:
        return self._to.at(self._to.bits(pointer), self._scope.regions.of_pointer(pointer))

    def _is_all_of(self, part: TermPart, size: int) -> bool:
        """Is this the whole of a static object that has a region for itself?"""
        only = part.region.only
        if only is None or not only.is_static or self._scope.layout.size(only) != size:
            return False
        return part.address.value == self._scope.layout.address(only, 1)

    def _touch(self, part: TermPart, length: Expr) -> None:
        """Something from here on may have been written."""
        t = self._terms
        size = t.resize(self._to.bits(length), part.wide.width, signed=False)
        last = t.bv_sub(t.bv_add(part.wide, size), t.bv(1, part.wide.width))
        for address in (part.wide, last):
            blocks = self._to.blocks_at(part.region, address)
            self._to.remark_access(Outside(part.region, address, 1, True, blocks), happens=False)
        self._to.overwrite(part)

    def _write(self, call: Call, callee: Function, effect: Writes) -> None:
        values = self._evaluate(call)
        for index in effect.arguments:
            if index < len(call.arguments) and isinstance(call.arguments[index].type, PointerType):
                self._to.spoil(self._scope.regions.of_pointer(call.arguments[index]), keeps_written=effect.makes_text)
        self._to.remark(NoteKind.LIBRARY, f"what {callee.name} writes", self._terms.true)
        pointer = None if effect.returns is None else values[effect.returns]
        if pointer is None:
            self.anything(call.result)
        elif effect.may_fail:
            failed = self._terms.is_nonzero(self._to.fresh_bits(1))
            pointer = self._terms.ite(failed, self._terms.bv(0, pointer.width), pointer)
            self._return(call, callee, pointer, self._pointer)
        else:
            self._return(call, callee, pointer, self._pointer)

    def _unknown(self, call: Call, name: str) -> None:
        self._evaluate(call)
        self._to.remark(NoteKind.UNKNOWN_FUNCTION, name, self._terms.true)
        self._scope.assumed[name, call.origin] = None
        for region in self._scope.regions.reachable(call.arguments):
            if self._scope.is_read(region) or region.is_open:
                self._to.spoil(region)
        self.anything(call.result)


def _scalar(type: CType) -> IntType | FloatType | PointerType:
    assert isinstance(type, (IntType, FloatType, PointerType))
    return type


__all__ = ["MANY_WORDS", "EncodedEffects", "starts_zeroed"]
