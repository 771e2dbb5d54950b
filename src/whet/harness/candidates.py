"""What a library may keep true of its objects: candidates for ``whet.projects.invariants``.

From the types of members and the constants of the program: a pointer is not null, or only where a length is 0; an array has as
many elements as a member says; a number is below another one, below the length of an array member, or in the range of the
constants that it is compared with.

Invariant: a candidate is an expression of C over members, without side effects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from whet.frontend.signatures import Elements, Flexible, MemberShape, Pointed, RecordShape, Scalar, TypeShape
from whet.harness.lengths import lengths_of_members, scalar_name
from whet.task.records import dataclass

LENGTH = re.compile(r"(?P<array>\w+) has (?P<length>\w+) elements")
_WORD = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*(?!\s*\()")
_MOST_NUMBERS = 8
"""Members that are compared with each other."""
_MOST_CONSTANTS = 4


@dataclass(frozen=True, slots=True)
class ObjectCandidate:
    said: str
    """In words: ``head < size``, ``data has size elements``."""
    condition: str
    """In C, with ``{o}`` for the pointer to the object; empty for a length."""
    array: str = ""
    """Of a length: the pointer with so many elements."""
    length: str = ""

    def of(self, pointer: str) -> str:
        return self.condition.replace("{o}", pointer)


@dataclass(frozen=True, slots=True)
class _Number:
    name: str
    is_signed: bool


def candidates(
    record: RecordShape, compares: Sequence[tuple[str, int]], relates: Sequence[tuple[str, str]] = ()
) -> list[ObjectCandidate]:
    """The weaker ones of two after the stronger: ``head < size`` before ``head <= size``.  ``relates`` has members that the
    program compares."""
    numbers = [*_numbers(record.members)]
    lengths = lengths_of_members(record.members)
    found = [ObjectCandidate(f"{array} has {length.name} elements", "", array, length.name) for array, length in lengths.items()]
    found += _about_pointers(record.members, lengths)
    for each in numbers:
        found += _about_number(each, record.members, [constant for name, constant in compares if name == each.name])
    compared = {name for pair in relates for name in pair}
    related = sorted(numbers, key=lambda each: each.name not in compared)
    for one, other in permutations(related[:_MOST_NUMBERS], 2):
        if one.is_signed == other.is_signed:
            found += [_compared(one.name, relation, other.name, is_member=True) for relation in ("<", "<=")]
    return list(dict.fromkeys(found))


def stated(record: RecordShape, expressions: Sequence[str]) -> list[ObjectCandidate]:
    """Lengths, and expressions over members.  A word of an expression that is no member means what it means in the program."""
    members = {each.name for each in _named(record.members)}

    def of_object(word: re.Match[str]) -> str:
        return f"{{o}}->{word[0]}" if word[0] in members else word[0]

    lengths = [(each, LENGTH.fullmatch(each)) for each in expressions]
    return [
        ObjectCandidate(each, f"({_WORD.sub(of_object, each)})")
        if found is None
        else ObjectCandidate(each, "", found["array"], found["length"])
        for each, found in lengths
    ]


def _named(members: Sequence[MemberShape]) -> Iterator[MemberShape]:
    """Those of a member without a name among them."""
    for each in members:
        if each.name:
            yield each
        elif isinstance(each.shape, RecordShape):
            yield from _named(each.shape.members)


def _numbers(members: Sequence[MemberShape]) -> Iterator[_Number]:
    for each in members:
        name = scalar_name(each.shape)
        if each.name and name and name not in ("_Bool", "float", "double", "long double"):
            yield _Number(each.name, not name.startswith("unsigned"))


def _about_pointers(members: Sequence[MemberShape], lengths: Mapping[str, MemberShape]) -> Iterator[ObjectCandidate]:
    for each in members:
        if each.name and isinstance(each.shape, Pointed):
            yield _compared(each.name, "!=", "0")
            if each.name in lengths:
                length = lengths[each.name].name
                yield ObjectCandidate(f"{each.name} != 0 or {length} == 0", f"({{o}}->{each.name} != 0 || {{o}}->{length} == 0)")


def _about_number(number: _Number, members: Sequence[MemberShape], constants: Sequence[int]) -> Iterator[ObjectCandidate]:
    counts = [each.shape.count for each in members if isinstance(each.shape, Elements)]
    for count in dict.fromkeys(counts):
        yield _compared(number.name, "<", f"{count}")
        yield _compared(number.name, "<=", f"{count}")
    yield _compared(number.name, "!=", "0")
    if number.is_signed:
        yield _compared(number.name, ">=", "0")
        yield _compared(number.name, ">=", "-1")
    known = sorted(set(constants))
    for constant in [*known[-_MOST_CONSTANTS:]]:
        if constant > 0:
            yield _compared(number.name, "<", f"{constant}")
        relation = "==" if constant == 0 and not number.is_signed else "<="
        yield _compared(number.name, relation, f"{constant}")
    if known and known[0] > 0:
        yield _compared(number.name, ">=", f"{known[0]}")


def _compared(name: str, relation: str, to: str, *, is_member: bool = False) -> ObjectCandidate:
    return ObjectCandidate(f"{name} {relation} {to}", f"({{o}}->{name} {relation} {'{o}->' if is_member else ''}{to})")


def without_implied(kept: Sequence[ObjectCandidate]) -> list[ObjectCandidate]:
    """Without those that another one says as well, for a reader."""
    said = {each.said for each in kept}

    def is_implied(each: ObjectCandidate) -> bool:
        words = each.said.split(" ")
        if " or " in each.said:
            return f"{words[0]} != 0" in said
        if len(words) != 3:
            return False
        name, relation, to = words
        if relation == "<=":
            return f"{name} < {to}" in said or _has_tighter(said, name, to)
        if relation == "<":
            return _has_tighter(said, name, to)
        if relation == ">=":
            return to == "-1" and f"{name} >= 0" in said
        if relation == "==":
            return False
        return f"{name} >= 1" in said or any(one.endswith(f" < {name}") for one in said)

    return [each for each in kept if not is_implied(each)]


def _has_tighter(said: set[str], name: str, to: str) -> bool:
    """Is there a smaller constant that the number is below?"""
    if not _is_number(to):
        return False
    bounds = [one.split(" ") for one in said if one.startswith((f"{name} < ", f"{name} <= ", f"{name} == "))]
    return any(_is_number(bound) and int(bound) < int(to) for _, _, bound in bounds)


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdigit()


def is_zero(record: RecordShape, pointer: str) -> str:
    """In C: has every number and pointer of an object the value 0?"""
    return " && ".join(f"!{pointer}->{name}" for name in _values(record.members)) or "1"


def _values(members: Sequence[MemberShape]) -> Iterator[str]:
    for each in members:
        if each.name and isinstance(each.shape, Scalar | Pointed):
            yield each.name


def may_contain(shape: TypeShape, record: str) -> bool:
    """Does a type lead to such an object, or contain a pointer to one?"""
    match shape:
        case Pointed(target=target):
            return shape.record == record or (target is not None and may_contain(target, record))
        case RecordShape(members=members):
            return any(may_contain(each.shape, record) for each in members)
        case Elements(element=element) | Flexible(element=element):
            return may_contain(element, record)
        case _:
            return False
