"""What callers may have to maintain in the objects that a function is given, as its own uses show.

Numbers that a function reads through a pointer are inputs: bytes, characters, records of a format.  Three kinds are not.

- A member of a structure, or ``*p``, that the function uses as an index or as a bound of indices, and does not compare with a
  limit itself: ``r->head < 16`` of ``r->data[r->head]``.  What the function compares itself, it takes for an input.
- The state of an object: a member that the function sets, or ``*p`` where it may write.  The function does not show which values
  callers have there, but zero is one of them: a failure that there is not with zero may be one of a value that no caller has.
- The elements of an array in a structure, if they are indices of an array and the function compares none: ``t->order[i]`` of
  ``t->values[t->order[i]]``.

Other elements of arrays are inputs, and so are all numbers that the function neither sets nor uses as an index.  Parameters that
are arrays of indices are generated as such (``whet.harness.indices``).

Invariant: an expression is C over the parameters, for calls in which no pointer is null.  It is evaluated before the call, and
changes nothing but elements of arrays that it sets to zero.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from whet.frontend.counted import ContentUse
from whet.frontend.signatures import Elements, ParameterShape, Pointed, RecordShape, Scalar, Signature, TypeShape
from whet.harness.indices import NO_INDICES
from whet.harness.lengths import lengths_behind, lengths_of_members, lengths_of_parameters, scalar_name
from whet.task.records import dataclass

_NO_NUMBERS = ("", "_Bool")
_FLOATS = ("float", "double", "long double")


@dataclass(frozen=True, slots=True)
class ContentRelation:
    said: str
    expression: str
    """In C."""


def index_relations(signature: Signature) -> list[ContentRelation]:
    """Of the numbers that are indices, or their bounds."""
    lengths = lengths_of_parameters(signature.parameters)
    found: list[ContentRelation] = []
    for parameter in _single(signature):
        shape = parameter.shape
        target = shape.target if isinstance(shape, Pointed) else None
        record = parameter.record
        for use in signature.contents:
            if use.is_element or use.owner != record or (not record and use.name != parameter.name):
                continue
            name = f"{parameter.name}->{use.name}" if record else f"*{parameter.name}"
            type = _type_of(target, use.name)
            if use.is_of_parameter:
                length = lengths[use.array].name if use.array in lengths else ""
            else:
                length = str(use.length or _length_of_member(target, use.array, parameter.name))
            if type not in (*_NO_NUMBERS, *_FLOATS) and length and length not in (name, parameter.name):
                found += _relation(name, type, length, use)
    return list(dict.fromkeys(found))


def state_relations(signature: Signature, sets: Container[str]) -> list[ContentRelation]:
    """That the state of objects is zero; ``sets`` has the members that the function sets (``FileDefinition.sets``)."""
    counts = (lengths_of_parameters(signature.parameters), lengths_behind(signature.parameters))
    lengths = {each.name for found in counts for each in found.values()}
    places = [place for parameter in _single(signature) for place in _state_of(parameter, sets, lengths)]
    arrays = [array for parameter in _single(signature) for array in _arrays_of_indices(parameter, signature.contents)]
    return [
        *(ContentRelation(f"valid {place} (no failure when it is zero)", f"{place} == 0") for place in places),
        *(
            ContentRelation(
                f"elements of {array} are indices (no failure when they are zero)",
                f"__builtin_memset((void *){array}, 0, sizeof {array}) != 0",
            )
            for array in dict.fromkeys(arrays)
        ),
    ]


def _arrays_of_indices(parameter: ParameterShape, uses: Sequence[ContentUse]) -> Iterator[str]:
    """Characters come from a file or a user, and are no numbers that the library maintains."""
    target = parameter.shape.target if isinstance(parameter.shape, Pointed) else None
    members = {each.name: each.shape for each in target.members} if isinstance(target, RecordShape) else {}
    for use in uses:
        shape = members.get(use.name)
        is_array = use.is_element and use.owner == parameter.record and isinstance(shape, Elements)
        if is_array and isinstance(shape, Elements) and scalar_name(shape.element) not in ("", *NO_INDICES):
            yield f"{parameter.name}->{use.name}"


def _single(signature: Signature) -> Iterator[ParameterShape]:
    """Parameters that point to one object."""
    counted = lengths_of_parameters(signature.parameters)
    for each in signature.parameters:
        shape = each.shape
        is_one = isinstance(shape, Pointed) and shape.count == 1 and each.objects == 1
        is_object = each.is_single or (isinstance(shape, Pointed) and isinstance(shape.target, RecordShape))
        if is_one and is_object and each.name not in counted and not each.is_moved:
            yield each


def _state_of(parameter: ParameterShape, sets: Container[str], lengths: Container[str]) -> Iterator[str]:
    target = parameter.shape.target if isinstance(parameter.shape, Pointed) else None
    if isinstance(target, RecordShape):
        counts = {each.name for each in lengths_of_members(target.members).values()}
        for member in target.members:
            is_state = f"{parameter.record}.{member.name}" in sets and member.name not in counts
            if is_state and scalar_name(member.shape) not in _NO_NUMBERS:
                yield f"{parameter.name}->{member.name}"
    elif parameter.name not in lengths and not parameter.type.startswith("const ") and scalar_name(target) not in _NO_NUMBERS:
        yield f"*{parameter.name}"


def _type_of(target: TypeShape | None, name: str) -> str:
    match target:
        case RecordShape(members=members):
            return next((scalar_name(each.shape) for each in members if each.name == name and not each.is_const), "")
        case Scalar(name=type):
            return type
        case _:
            return ""


def _length_of_member(target: TypeShape | None, array: str, parameter: str) -> str:
    lengths = lengths_of_members(target.members) if isinstance(target, RecordShape) else {}
    return f"{parameter}->{lengths[array].name}" if array in lengths else ""


def _relation(name: str, type: str, length: str, use: ContentUse) -> Sequence[ContentRelation]:
    relations = [] if use.is_checked else [f"{name} {'<=' if use.is_bound else '<'} {length}"]
    if not type.startswith("unsigned") and not use.is_checked_below:
        relations.insert(0, f"{name} >= 0")
    return [ContentRelation(each, each) for each in relations]
