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
from collections.abc import Mapping, Sequence
from typing import TypeVar

from whet.frontend.signatures import Callback, Elements, Member, Parameter, Pointed, Record, Scalar, Shape, Stream
from whet.task.records import dataclass

_WORDS = "n len length size count num cnt sz nmemb bytes nbytes buflen bufsize capacity"
_MORE_WORDS = "max alloc allocated avail cap limit"
"""Of members that have the name of the pointer in their own."""
_BARE = re.compile(_WORDS.replace(" ", "|"), re.IGNORECASE)
_LENGTH = re.compile(rf"(?:\w*_)?(?:{_WORDS.replace(' ', '|')})|n_\w+", re.IGNORECASE)
_NAMED_LENGTH = re.compile(rf"\w+_(?:{f'{_WORDS} {_MORE_WORDS}'.replace(' ', '|')})", re.IGNORECASE)
_BUFFER = re.compile(r"(?:\w*_)?(?:buf|buffer|data|content|bytes|block|mem|array|arr|vec|vector|list|table|base)", re.IGNORECASE)
_NEXT = re.compile(r"next_(\w+)")
_LAST_WORD = re.compile(r"_(?:buf|buffer|data)$")
_BEGIN, _END = "start begin base first", "end limit stop finish"
_BETWEEN = "top head tail pointer ptr cur current pos position next last"
_PART = re.compile(rf"(?P<of>(?:\w*_)?)(?P<word>{f'{_BEGIN} {_END} {_BETWEEN}'.replace(' ', '|')})", re.IGNORECASE)
_Named = TypeVar("_Named")


def lengths_of_parameters(parameters: Sequence[Parameter]) -> Mapping[str, Parameter]:
    """By pointer the parameter that tells how many elements there are: one that has its name in it, or stands beside it."""
    found: dict[str, Parameter] = {}
    for number, pointer in enumerate(parameters):
        if _leads_to_elements(pointer.shape):
            named = [each for each in parameters if _tells_length(each) and pointer.name in re.split(r"_|n_", each.name)]
            told = _is_bare if _is_text(pointer) else _tells_length
            beside = filter(told, _beside(parameters, number)) if _is_many(pointer) else ()
            if lengths := [*named, *beside]:
                found[pointer.name] = lengths[0]
    return found


def lengths_of_members(members: Sequence[Member]) -> Mapping[str, Member]:
    found: dict[str, Member] = {}
    for number, pointer in enumerate(members):
        if pointer.name and not pointer.is_const and _leads_to_elements(pointer.shape):
            named = [each for each in members if _is_named_after(each, pointer.name)]
            beside = filter(_is_bare, _beside(members, number)) if _is_many(pointer) and not _is_text(pointer) else ()
            if lengths := [*named, *beside]:
                found[pointer.name] = lengths[0]
    return found


@dataclass(frozen=True, slots=True)
class ToldLength:
    """The number of elements of an array, as the caller tells it."""

    place: str
    said: str
    """As the function says it."""
    shape: Shape

    @property
    def type(self) -> str:
        return self.shape.name if isinstance(self.shape, Scalar) else ""

    @property
    def is_unsigned(self) -> bool:
        return self.type.startswith("unsigned")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Members that lead into one array, in this order; the first one to its beginning, the last one just past it."""

    begin: Member
    between: tuple[Member, ...]
    end: Member

    @property
    def names(self) -> tuple[str, ...]:
        return (self.begin.name, *(member.name for member in self.between), self.end.name)


def stretches_of_members(members: Sequence[Member]) -> list[Stretch]:
    parts: dict[tuple[str, str], dict[str, Member]] = {}
    for member in members:
        named = _PART.fullmatch(member.name)
        if named is not None and not member.is_const and isinstance(member.shape, Pointed) and _leads_to_elements(member.shape):
            parts.setdefault((named["of"], member.shape.type), {})[named["word"].lower()] = member
    return [stretch for named in parts.values() if (stretch := _stretch(named)) is not None]


def _stretch(named: Mapping[str, Member]) -> Stretch | None:
    begins, ends = ([member for word, member in named.items() if word in words.split()] for words in (_BEGIN, _END))
    if len(begins) != 1 or len(ends) != 1:
        return None
    between = tuple(member for word, member in named.items() if word in _BETWEEN.split())
    return Stretch(begins[0], between, ends[0])


def _leads_to_elements(shape: Shape) -> bool:
    return isinstance(shape, Pointed) and shape.target is not None and not isinstance(shape.target, Pointed)


def _beside(named: Sequence[_Named], number: int) -> list[_Named]:
    """What follows, then what stands before."""
    return [*named[number + 1 : number + 2], *named[max(0, number - 1) : number]]


def _tells_length(named: Parameter | Member) -> bool:
    return _is_count(named.shape) and bool(_LENGTH.fullmatch(named.name))


def _is_bare(named: Parameter | Member) -> bool:
    return _is_count(named.shape) and bool(_BARE.fullmatch(named.name))


def _is_named_after(member: Member, pointer: str) -> bool:
    """``window_size`` of ``window``, ``entry_size`` of ``entry_buf``, ``avail_in`` of ``next_in``."""
    if not _is_count(member.shape):
        return False
    following = _NEXT.fullmatch(pointer)
    if following is not None and member.name == f"avail_{following[1]}":
        return True
    stem = member.name.rpartition("_")[0]
    return bool(_NAMED_LENGTH.fullmatch(member.name)) and stem in (pointer, _LAST_WORD.sub("", pointer))


def _is_count(shape: Shape) -> bool:
    return isinstance(shape, Scalar) and shape.name not in ("_Bool", "float", "double", "long double")


def _is_text(named: Parameter | Member) -> bool:
    """One has an end instead of a length."""
    return isinstance(named.shape, Pointed) and named.shape.type == "char" and not _BUFFER.fullmatch(named.name)


def _is_many(pointer: Parameter | Member) -> bool:
    """Is it likely to lead to more than one object?"""
    shape = pointer.shape
    if not isinstance(shape, Pointed) or shape.target is None:
        return False
    return bool(_BUFFER.fullmatch(pointer.name)) or pointer.name.endswith("s") or not has_pointers(shape.target)


def has_pointers(shape: Shape) -> bool:
    match shape:
        case Pointed() | Callback() | Stream():
            return True
        case Record(members=members):
            return any(has_pointers(member.shape) for member in members)
        case Elements(element=element):
            return has_pointers(element)
        case _:
            return False


__all__ = ["Stretch", "ToldLength", "has_pointers", "lengths_of_members", "lengths_of_parameters", "stretches_of_members"]
