"""What summaries of library functions use (``library.summaries``): strings and bytes, one by one where their object is known."""

from __future__ import annotations

from collections.abc import Sequence

from whet.cfa.expressions import Expr, Lvalue
from whet.library.summaries import BEFORE_NULL
from whet.proofs.accesses import MOST_BYTES, MemoryEncoding, alternatives
from whet.proofs.state import INPUT, ObjectPlace, width_of
from whet.solvers.terms.term import Term

_LOOKED_AT = 64
"""Bytes of a string in an object that is not known; more would say more."""


def perform_summary(step: MemoryEncoding, name: str, arguments: Sequence[Expr], result: Lvalue | None) -> None:
    address = step.value(arguments[0])
    if name == BEFORE_NULL:
        # The result is any number of bytes of which none is null: as far as they are looked at, which need not be to the end.
        t, count, room = step.bits.terms, step.bits.fresh(step.bits.width, INPUT), _room(step, address)
        for at in range(_LOOKED_AT if room is None else min(room, MOST_BYTES)):
            byte = step.read_anywhere(t.bv_add(address, t.bv(at, address.width)), 1)
            step.assume(t.or_(t.bv_ule(count, t.bv(at, count.width)), t.is_nonzero(byte)))
        if result is not None:
            step.store(result, t.resize(count, width_of(result.type), signed=False))
    else:
        _write_any(step, address, arguments[1])


def _write_any(step: MemoryEncoding, address: Term, length: Expr) -> None:
    """No run goes on that leaves the object."""
    t, room = step.bits.terms, _room(step, address)
    if room is None or room > MOST_BYTES:
        step.forget_memory("a library function that writes much")
        return
    count = t.resize(step.value(length), step.bits.width, signed=False)
    step.assume(t.bv_ule(count, t.bv(room, count.width)))
    for at in range(room):
        place, is_written = t.bv_add(address, t.bv(at, address.width)), t.bv_ult(t.bv(at, count.width), count)
        step.write(None, place, t.ite(is_written, step.bits.fresh(8, INPUT), step.read(None, place, 1)))
        if step.bits.marks:
            step.mark(ObjectPlace(None, place), t.ite(is_written, t.bv(-1, 8), step.marks_at(ObjectPlace(None, place), 1)))


def _room(step: MemoryEncoding, address: Term) -> int | None:
    """The bytes from an address to the end of the longest object that it may lead to; None if nobody knows."""
    found = [_room_at(step, each) for each in alternatives(address)]
    known = [each for each in found if each is not None]
    return max(known) if len(known) == len(found) else None


def _room_at(step: MemoryEncoding, address: Term) -> int | None:
    place = address.value
    if not isinstance(place, int):
        return None
    if place == 0:
        return 0
    if (known := step.bits.object_at(place)) is not None:
        return sum(known) - place
    size, _ = step.state.blocks.get(place, (None, None))
    return size.value if size is not None and isinstance(size.value, int) else None
