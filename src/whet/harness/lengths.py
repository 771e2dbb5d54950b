"""Which number tells the length of what a pointer leads to, by names and neighbours: ``values, count``; ``buf, buf_len``.

No type says so, and a guess may be wrong: whoever uses it says what was guessed.  A number that has the name of the pointer in
its own tells its length.  One that stands beside it does so only if the pointer is likely to lead to more than one object:
neither a handle (``parser, size``) nor a node of a list is an array, and a text has an end (``version, stream_size``).  A member
beside a pointer is believed less than a parameter, because a structure often has counts of other things: it has to be called
``length`` or the like, and nothing more.

Two members of one type may also be the beginning and the end of one array, with others between them: ``start, end, top``.

Invariants: a pointer has at most one length, and one to another pointer has none; it is in at most one such array, and then has
no length.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import TypeVar

from whet.frontend.reach import ReachedLength
from whet.frontend.signatures import (
    Callback,
    Elements,
    Enumerated,
    Flexible,
    MemberShape,
    Opaque,
    ParameterShape,
    Pointed,
    RecordShape,
    Scalar,
    Signature,
    StreamShape,
    TypeShape,
)
from whet.task.records import dataclass

_WORDS = "n len length size count num cnt sz nmemb bytes nbytes buflen bufsize maxlen maxsize capacity"
_MORE_WORDS = "max alloc allocated avail cap limit"
"""Of members that have the name of the pointer in their own."""
_CAPACITY = re.compile(r"(?:\w*_)?(?:capacity|cap|alloc|allocated|room)|(?:cap|alloc|allocated|max)_\w+", re.IGNORECASE)
_BARE = re.compile(_WORDS.replace(" ", "|"), re.IGNORECASE)
_COUNTING = ("num", "no", "nb", "nr", "cnt", "len", "count", "length", "size", "n", "max", "alloc", "allocated", "cap")
"""Words before or after the name of an array in the name of its length."""
_LENGTH = re.compile(rf"(?:\w*_)?(?:{_WORDS.replace(' ', '|')})|n_\w+", re.IGNORECASE)
_NAMED_LENGTH = re.compile(rf"\w+_(?:{f'{_WORDS} {_MORE_WORDS}'.replace(' ', '|')})", re.IGNORECASE)
_BUFFER = re.compile(r"(?:\w*_)?(?:buf|buffer|data|content|bytes|block|mem|array|arr|vec|vector|list|table|base)", re.IGNORECASE)
_NEXT = re.compile(r"next_(\w+)")
_LAST_WORD = re.compile(r"_(?:buf|buffer|data)$")
_BEGIN, _END = "start begin base first", "end limit stop finish"
_BETWEEN = "top head tail pointer ptr cur current pos position next last"
_PART = re.compile(rf"(?P<of>(?:\w*_)?)(?P<word>{f'{_BEGIN} {_END} {_BETWEEN}'.replace(' ', '|')})", re.IGNORECASE)
_Named = TypeVar("_Named")


def lengths_of_parameters(parameters: Sequence[ParameterShape]) -> Mapping[str, ParameterShape]:
    """By pointer the parameter that tells how many elements there are: one that has its name in it, or stands beside it.

    Where that is a pointer to a number (``char *buf, size_t *len``), it is no array itself.  One that is used for one object only
    is an array if nothing else has the length: ``buf, size, size_t *copied``."""
    found: dict[str, ParameterShape] = {}
    pointers = [number for number, each in enumerate(parameters) if _leads_to_elements(each.shape) or _is_of_pointers(each)]
    for number in sorted(pointers, key=lambda each: (parameters[each].is_single, _is_in_out(parameters[each]))):
        pointer = parameters[number]
        length = None if pointer in found.values() else _length_of(pointer, parameters, number)
        if length is None or (pointer.is_single and length in found.values()) or _is_scaled(pointer.reach, length.name):
            continue
        found[pointer.name] = length
    return found


def _is_scaled(reach: ReachedLength | None, length: str) -> bool:
    """Are there twice as many elements as the length says, or an eighth?"""
    return reach is not None and reach.is_scaled and length in reach.names


def _length_of(pointer: ParameterShape, parameters: Sequence[ParameterShape], number: int) -> ParameterShape | None:
    named = [each for each in parameters if each is not pointer and pointer.name in re.split(r"_|n_", each.name)]
    told = _is_bare if _is_text(pointer) else _tells_length
    beside = (
        []
        if pointer.is_string
        else [each for each in _beside(parameters, number) if not _is_of_another(each, parameters, number)]
    )
    lengths = [*filter(_tells_length, named), *(filter(told, beside) if _is_many(pointer) else ())]
    lengths += [each for each in parameters if _is_count(each.shape) and _counts(each.name, pointer.name)]
    if not _is_in_out(pointer):
        lengths += filter(_is_in_out, [*named, *(beside if _is_buffer(pointer) else ())])
    used = [each for name in pointer.counts for each in parameters if each.name == name and each is not pointer]
    lengths += [each for each in used if _is_count(each.shape) or (_is_in_out(each) and not _is_in_out(pointer))]
    return lengths[0] if lengths else None


def _is_of_pointers(parameter: ParameterShape) -> bool:
    """Is it an array of pointers (``argv[i]``) rather than the address of one?"""
    shape = parameter.shape
    return isinstance(shape, Pointed) and shape.target is not None and parameter.is_moved and bool(parameter.counts)


def lengths_behind(parameters: Sequence[ParameterShape]) -> Mapping[str, ParameterShape]:
    """By pointer to an array (``char **buf, size_t *len``) the pointer to the number of its elements."""
    found: dict[str, ParameterShape] = {}
    for number, pointer in enumerate(parameters):
        shape = pointer.shape
        if (
            isinstance(shape, Pointed)
            and shape.count == 1
            and isinstance(inner := shape.target, Pointed)
            and _leads_to_elements(inner)
            and not _is_of_pointers(pointer)
        ):
            beside = _beside(parameters, number) if _is_buffer(replace(pointer, shape=inner)) else []
            named = [each for each in parameters if each.name in pointer.counts or pointer.name in each.name.split("_")]
            if lengths := [each for each in (*named, *beside) if each is not pointer and _is_in_out(each)]:
                found[pointer.name] = lengths[0]
    return found


def ends_of_parameters(parameters: Sequence[ParameterShape], others: Container[str]) -> Mapping[str, ParameterShape]:
    """By pointer the parameter that points past the last element of its array; pointers of ``others`` have a length."""
    named = {each.name: each for each in parameters if isinstance(each.shape, Pointed) and each.shape.target is not None}
    found: dict[str, ParameterShape] = {}
    for name, pointer in named.items():
        end = named.get(pointer.end)
        if end is None or name in others or end.name in others or end in found.values():
            continue
        if _pointed_type(pointer) == _pointed_type(end):
            found[name] = end
    return found


def _pointed_type(pointer: ParameterShape) -> str:
    return pointer.shape.type if isinstance(pointer.shape, Pointed) else ""


def _is_of_another(length: ParameterShape, parameters: Sequence[ParameterShape], number: int) -> bool:
    """Does a number between two arrays tell the length of the first: ``in, size, out``?"""
    return number > 1 and length is parameters[number - 1] and _is_many(parameters[number - 2])


class Written(Enum):
    """What a function may write through a pointer."""

    ONE = auto()
    """At most one number, or what is no number."""
    SOME = auto()
    """More than one number."""
    OUTPUT = auto()
    """The same, and it reads none of them."""


def written(pointer: ParameterShape) -> Written:
    shape = pointer.shape
    if (
        not isinstance(shape, Pointed)
        or shape.count > 1
        or pointer.objects > 1
        or pointer.is_single
        or pointer.is_string
        or pointer.enclosing is not None
    ):
        return Written.ONE
    if pointer.type.startswith("const ") or not isinstance(shape.target, Scalar | Opaque):
        return Written.ONE
    return Written.OUTPUT if pointer.is_output else Written.SOME


def _counts(name: str, array: str) -> bool:
    """Is a number called ``numcomps``, ``ImageCount`` or ``namelen`` beside ``comps``, ``SavedImages`` or ``name``?"""
    words, of = _words(name), _words(array)
    if len(words) == 1:
        found = {name.lower().removeprefix(word) for word in _COUNTING if name.lower().startswith(word)}
        found |= {name.lower().removesuffix(word) for word in _COUNTING if name.lower().endswith(word)}
        return array.lower() in found and len(array) > 1
    return any(
        rest and of[-len(rest) :] == rest for word, rest in ((words[0], words[1:]), (words[-1], words[:-1])) if word in _COUNTING
    )


def _words(name: str) -> list[str]:
    """In singular: ``SavedImages`` has ``saved`` and ``image``."""
    words = [each.lower() for each in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+", name)]
    return [word.removesuffix("s") if len(word) > 2 else word for word in words]


def lengths_of_members(members: Sequence[MemberShape]) -> Mapping[str, MemberShape]:
    reached = {each.name: each.reach for each in members}
    found = {name: counts[0] for name, counts in _counts_of_members(members).items()}
    return {name: length for name, length in found.items() if not _is_scaled(reached[name], length.name)}


def parts_of_members(members: Sequence[MemberShape]) -> Mapping[str, Sequence[MemberShape]]:
    """By pointer the numbers that count the elements in use, by how functions use both; no lengths of other arrays."""
    counts = _counts_of_members(members)
    lengths = {each[0].name for each in counts.values()}
    return {
        pointer.name: [
            part
            for part in counts.get(pointer.name, [])[1:]
            if part.name in pointer.counts and part.name not in lengths and not part.is_const
        ]
        for pointer in members
    }


def _counts_of_members(members: Sequence[MemberShape]) -> Mapping[str, list[MemberShape]]:
    """By pointer the members that may count its elements; the first is its length."""
    found: dict[str, list[MemberShape]] = {}
    for number, pointer in enumerate(members):
        if pointer.name and not pointer.is_const and _leads_to_elements(pointer.shape):
            named = [each for each in members if _is_named_after(each, pointer.name)]
            named += [each for each in members if _is_count(each.shape) and _counts(each.name, pointer.name)]
            beside = filter(_is_bare, _beside(members, number)) if _is_many(pointer) and not _is_text(pointer) else ()
            used = [each for name in pointer.counts for each in members if each.name == name and _is_count(each.shape)]
            if counts := sorted(dict.fromkeys([*named, *beside, *used]), key=lambda each: not _is_capacity(each)):
                found[pointer.name] = counts
    return found


@dataclass(frozen=True, slots=True)
class ToldLength:
    """The number of elements of an array, as the caller tells it."""

    place: str
    said: str
    """As the function says it."""
    shape: TypeShape
    is_const: bool = False
    is_stored: bool = False
    """Are elements of the array stored, so that there cannot be any number of them?"""

    @property
    def type(self) -> str:
        return scalar_name(self.shape)

    @property
    def is_unsigned(self) -> bool:
        return self.type.startswith("unsigned")


@dataclass(frozen=True, slots=True)
class Room:
    """The elements at the end of a structure whose last member is an array without length."""

    name: str
    element: TypeShape
    others: tuple[MemberShape, ...]
    """The members that tell nothing about it, and its parts."""
    length: MemberShape | None
    """The member that tells how many elements there are."""
    parts: tuple[MemberShape, ...]
    """Members that tell how many of them are used: at most as many as there are."""


def room_of(record: RecordShape) -> Room | None:
    """The length has the name of the array in its own, or is called like one; a capacity is rather it than a length."""
    *members, last = record.members or (MemberShape("", RecordShape(()), is_const=False),)
    if not last.name or not isinstance(last.shape, Flexible):
        return None
    named = [each for each in members if _is_named_after(each, last.name)]
    counts = [each for each in members if not each.is_const and (each in named or _is_bare(each) or _is_capacity(each))]
    ranked = sorted(counts, key=lambda each: (not _is_capacity(each), each not in named, -members.index(each)))
    length = ranked[0] if ranked else None
    others = tuple(each for each in members if each is not length)
    return Room(last.name, last.shape.element, others, length, tuple(ranked[1:]))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Members that lead into one array, in this order; the first one to its beginning, the last one just past it."""

    begin: MemberShape
    between: tuple[MemberShape, ...]
    end: MemberShape

    @property
    def names(self) -> tuple[str, ...]:
        return (self.begin.name, *(member.name for member in self.between), self.end.name)


def stretches_of_members(members: Sequence[MemberShape]) -> list[Stretch]:
    parts: dict[tuple[str, str], dict[str, MemberShape]] = {}
    for member in members:
        part = _PART.fullmatch(member.name)
        if part is not None and not member.is_const and isinstance(member.shape, Pointed) and _leads_to_elements(member.shape):
            parts.setdefault((part["of"], member.shape.type), {})[part["word"].lower()] = member
    found = [stretch for named in parts.values() if (stretch := _stretch(named)) is not None]
    return [*found, *_stretches_by_use(members, {name for stretch in found for name in stretch.names})]


def _stretches_by_use(members: Sequence[MemberShape], others: Container[str]) -> Iterator[Stretch]:
    """``data, end`` where a function steps from one to the other; a member before them in the same array is its beginning."""
    named = {each.name: each for each in members if each.name not in others and not each.is_const}
    pairs = [(each, end) for each in named.values() if (end := named.get(each.end)) is not None and each.shape == end.shape]
    begins = {end.name: begin for begin, end in reversed(pairs)}
    for each, end in pairs:
        # Where the end of one is the beginning of another, the later pair says both.
        if _leads_to_elements(each.shape) and not any(end is other for other, _ in pairs):
            begin = begins.get(each.name)
            yield Stretch(each, (), end) if begin is None else Stretch(begin, (each,), end)


def _stretch(named: Mapping[str, MemberShape]) -> Stretch | None:
    begins, ends = ([member for word, member in named.items() if word in words.split()] for words in (_BEGIN, _END))
    if len(begins) != 1 or len(ends) != 1:
        return None
    between = tuple(member for word, member in named.items() if word in _BETWEEN.split())
    return Stretch(begins[0], between, ends[0])


def _leads_to_elements(shape: TypeShape) -> bool:
    return isinstance(shape, Pointed) and shape.target is not None and not isinstance(shape.target, Pointed)


def _beside(named: Sequence[_Named], number: int) -> list[_Named]:
    """What follows, then what stands before."""
    return [*named[number + 1 : number + 2], *named[max(0, number - 1) : number]]


def _tells_length(named: ParameterShape | MemberShape) -> bool:
    return _is_count(named.shape) and bool(_LENGTH.fullmatch(named.name))


def _is_bare(named: ParameterShape | MemberShape) -> bool:
    return _is_count(named.shape) and bool(_BARE.fullmatch(named.name))


def _is_capacity(named: MemberShape) -> bool:
    return _is_count(named.shape) and bool(_CAPACITY.fullmatch(named.name))


def _is_in_out(named: ParameterShape) -> bool:
    """Does it lead to one number that tells a length, before the call and after it?"""
    shape = named.shape
    if not isinstance(shape, Pointed) or shape.count > 1 or shape.target is None:
        return False
    return _is_count(shape.target) and bool(_LENGTH.fullmatch(named.name))


def _is_named_after(member: MemberShape, pointer: str) -> bool:
    """``window_size`` of ``window``, ``entry_size`` of ``entry_buf``, ``avail_in`` of ``next_in``."""
    if not _is_count(member.shape):
        return False
    following = _NEXT.fullmatch(pointer)
    if following is not None and member.name == f"avail_{following[1]}":
        return True
    stem = member.name.rpartition("_")[0]
    return bool(_NAMED_LENGTH.fullmatch(member.name)) and stem in (pointer, _LAST_WORD.sub("", pointer))


def _is_count(shape: TypeShape) -> bool:
    return isinstance(shape, Scalar) and shape.name not in ("_Bool", "float", "double", "long double")


def _is_text(named: ParameterShape | MemberShape) -> bool:
    """One has an end instead of a length."""
    return isinstance(named.shape, Pointed) and named.shape.type == "char" and not _BUFFER.fullmatch(named.name)


def _is_buffer(pointer: ParameterShape) -> bool:
    """Does it lead to numbers, or is it called so?  A text is none."""
    shape = pointer.shape
    holds_numbers = isinstance(shape, Pointed) and isinstance(shape.target, Scalar | Opaque)
    return bool(_BUFFER.fullmatch(pointer.name)) or (holds_numbers and not _is_text(pointer))


def _is_many(pointer: ParameterShape | MemberShape) -> bool:
    """Is it likely to lead to more than one object?"""
    shape = pointer.shape
    if not isinstance(shape, Pointed) or shape.target is None:
        return False
    return bool(_BUFFER.fullmatch(pointer.name)) or pointer.name.endswith("s") or not has_pointers(shape.target)


def scalar_name(shape: TypeShape | None) -> str:
    """Of the type of a number; empty for anything else."""
    return shape.name if isinstance(shape, Scalar) else ""


def has_pointers(shape: TypeShape) -> bool:
    match shape:
        case Pointed() | Callback() | StreamShape():
            return True
        case RecordShape(members=members):
            return any(has_pointers(member.shape) for member in members)
        case Elements(element=element):
            return has_pointers(element)
        case _:
            return False


def has_enumerations(shape: TypeShape) -> bool:
    """Is there a number in it that is one of few?"""
    match shape:
        case Enumerated():
            return True
        case RecordShape(members=members):
            return any(has_enumerations(member.shape) for member in members)
        case Elements(element=element):
            return has_enumerations(element)
        case _:
            return False


def is_assignable(shape: TypeShape) -> bool:
    """May a whole object be copied by an assignment?"""
    return not isinstance(shape, RecordShape) or all(not each.is_const and is_assignable(each.shape) for each in shape.members)


def needs_objects(signature: Signature) -> bool:
    """Is there anything among its parameters that any value would not do for, or a variable that is to be set?"""
    return bool(signature.variables) or any(
        has_pointers(each.shape) or has_enumerations(each.shape) for each in signature.parameters
    )
