"""How records are written, and what reads them.

A record is one line, or more if the others are indented: the prototype of the function, with an access in brackets behind every
parameter that is a pointer (``accesses``), what a call returns or does, and remarks::

    int strncmp(const char *a [compared n], const char *b [compared n], size_t n) = any; keeps errno

====================  =============================================================================================
``= any``             any value of its type
``= nothing``         no value of interest
``= p``               the parameter ``p``; ``p or null``: or a null pointer
``= into p or null``  a pointer into the object that ``p`` points to, or a null pointer
``= library string``  a string that belongs to the library; ``library string or null``
``= new n``           a new block of ``n`` bytes; ``new n * size zeroed``; ``always``: there is always enough memory
``= copies``          the first parameter, after ``n`` bytes of the second were copied there (``memcpy``); ``= fills``: ``memset``
``= stops``           does not return; ``= assumes p``: returns only if ``p`` is not zero
``= absolute x``      the absolute value of ``x``
``= measures``        the size of a heap block; ``= tells SIZE``: a fact about an object (``__CPROVER_OBJECT_SIZE``)
``= unknown``         nothing is known without a body: it may change whatever it can reach; ``unknown library string``
====================  =============================================================================================

Remarks:

* ``keeps errno``.
* ``body FILE`` in ``bodies``; ``checked at the call`` if the body does not look at what it is given.  ``body FILE unless pointers
  are shown``: not in programs that may make text of addresses.  ``body FILE with f``: only if ``f`` has its body.
* ``apart``: the first two blocks do not overlap.  ``never null``: no pointer argument may be null,
  even if the length is 0; functions of ``string.h`` have this remark.
* ``uses stdout``: a stream that it is not given.  ``changes NAME ...``: variables of the library that it may change.
* ``closes the stream``: ends the life of the stream that it is given.
* ``sets the environment``, ``reads the environment``: the variables that ``getenv`` looks for.
* ``calls nothing``: no function of the program, although the structures that it is given may have some.
* ``also NAME ...``: the same under other names.
* ``refused: REASON``: no analysis follows what it does; ``unless p is constant`` or ``unless p is 0``.

``<header>`` stands above the records of a header.  With ``if declared by the system`` they count only where a header of the
system declares the function: programs have functions of their own that are called ``link`` or ``send``.  ``<header> not
described: NAME ...`` names functions that are known not to be the program's.  In prototypes, ``real`` is ``double``, and the
record is also one for ``float`` (``sinf``) and ``long double`` (``sinl``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from whet.library.accesses import NUMBER, Access, AccessKind, read_access
from whet.task.records import dataclass

RECORDS: Final = Path(__file__).parent / "records"
BODIES: Final = Path(__file__).parent / "bodies"
_HEADER: Final = re.compile(r"<(?P<header>[^>]+)>(?P<system> if declared by the system)?(?: not described: (?P<names>.*))?")
_RECORD: Final = re.compile(r"(?P<result>[^(]*?)(?P<name>\w+)\((?P<parameters>.*)\) = (?P<returns>[^;]+?)(?:; (?P<remarks>.*))?")
_PARAMETER: Final = re.compile(r"(?P<declaration>.*?)(?: \[(?P<access>[a-z][^\]]*)\])?")
_NAME: Final = re.compile(r"(?:.*\(\*(?P<function>\w+)\).*|.*?(?P<name>\w+)(?:\[\w*\])?)")
_REFUSED: Final = re.compile(r"refused: (?P<reason>.*?)(?: unless (?P<parameter>\w+) is (?P<value>constant|\d+))?")
_BODY: Final = re.compile(r"body (?P<file>\S+)(?P<hidden> unless pointers are shown)?(?: with (?P<with>\w+))?")
_PLAIN: Final = (
    *("keeps errno", "checked at the call", "apart", "never null"),
    *("closes the stream", "sets the environment", "reads the environment", "calls nothing"),
)
_REMARK: Final = re.compile(rf"{'|'.join(_PLAIN)}|uses std(?:in|out|err)|(?:changes|also)(?: \w+)+|body .*|refused: .*")
_NOT_OF_C: Final = frozenset({"compiler", "kernel", "verifiers", "whet"})
"""Record files of functions outside the C library."""
_REALS: Final = {"": "double", "f": "float", "l": "long double"}


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    declaration: str
    access: Access


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why Whet refuses a call of this function.  It is accepted if ``parameter`` is constant, and equal to ``value`` if
    given."""

    reason: str
    parameter: int | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """All that is said of one function."""

    name: str
    header: str
    result: str
    parameters: tuple[Parameter, ...]
    rest: Access | None
    """How the call uses its variadic arguments; None if it has none."""
    returns: str
    keeps_errno: bool
    is_apart: bool
    is_never_null: bool
    is_of_system: bool
    """Does it count only where a header of the system declares it?"""
    body: str | None
    """The file that has it."""
    needs_unprinted_addresses: bool
    """Is the body left out in a program that may print addresses?"""
    body_with: str | None
    """The function that must have its body for this one to have one."""
    is_checked_at_call: bool
    """Are the arguments checked at the call?  Otherwise the checks are inside the body."""
    stream: str | None
    """The standard stream that it uses without being given it."""
    changes: frozenset[str]
    """Variables of the library that it may change, besides ``errno``."""
    closes_stream: bool
    uses_environment: bool
    """Does it look at the variables that ``getenv`` looks for, or set them?"""
    calls_nothing: bool
    """Does it call no function of the program, whatever it finds in what it is given?"""
    refusal: Refusal | None

    @property
    def accesses(self) -> tuple[Access, ...]:
        return tuple(each.access for each in self.parameters)

    @property
    def prototype(self) -> str:
        declared = [each.declaration for each in self.parameters] + ["..."] * (self.rest is not None)
        return f"{self.result}{'' if self.result.endswith('*') else ' '}{self.name}({', '.join(declared) or 'void'})"

    def fits(self, arguments: int) -> bool:
        return arguments == len(self.parameters) or (self.rest is not None and arguments > len(self.parameters))

    def position(self, *kinds: AccessKind) -> int | None:
        """The first parameter of one of these kinds."""
        return next((number for number, each in enumerate(self.accesses) if each.kind in kinds), None)


@dataclass(frozen=True, slots=True)
class _Section:
    header: str
    is_of_system: bool
    is_of_c: bool


class NotARecord(ValueError):
    """A line that does not describe a function completely."""

    def __init__(self, line: str, why: str) -> None:
        super().__init__(f"{why}: {line}")


@cache
def _lines() -> Mapping[str, tuple[str, _Section]]:
    """The line of each function, not yet read: a program uses few of them."""
    found: dict[str, tuple[str, _Section]] = {}
    for file in sorted(RECORDS.glob("*.txt")):
        section = _Section("", False, False)
        for line in _logical(file.read_text(encoding="utf-8")):
            if line.startswith("<"):
                matched = _HEADER.fullmatch(line)
                if matched is None:
                    raise NotARecord(line, "not a header")
                section = _Section(matched["header"], matched["system"] is not None, file.stem not in _NOT_OF_C)
                names = (matched["names"] or "").split()
            else:
                names = list(_names(line))
            for name in names:
                if name in found:
                    raise NotARecord(line, f"{name} is described twice")
                found[name] = (line, section)
    return MappingProxyType(found)


def _logical(text: str) -> Iterator[str]:
    joined = re.sub(r"\n[ \t]+", " ", text)
    return (line for line in joined.splitlines() if line and not line.startswith("#"))


def _names(line: str) -> Iterator[str]:
    name = line.partition("(")[0].split()[-1].lstrip("*")
    others = line.partition("; also ")[2].partition(";")[0].split()
    for each in (name, *others):
        yield from (f"{each}{suffix}" for suffix in _REALS) if re.search(r"\breal\b", line) else (each,)


@cache
def names_under(header: str) -> tuple[str, ...]:
    """The functions with a record below a header."""
    return tuple(name for name, (line, section) in _lines().items() if section.header == header and not line.startswith("<"))


def described_names() -> tuple[str, ...]:
    """The functions that have a record."""
    return tuple(name for name, (line, _) in _lines().items() if not line.startswith("<"))


@cache
def bodies() -> Mapping[str, str]:
    """The file that has the body of a function, by the name of the function."""
    lines = ((name, re.search(r"; body (\S+?)(?:;| |$)", line)) for name, (line, _) in _lines().items())
    return MappingProxyType({name: found[1] for name, found in lines if found is not None})


@cache
def changed_variables() -> frozenset[str]:
    """Those of the library that some function changes."""
    lines = (re.search(r"; changes ([^;]+)", line) for line, _ in _lines().values())
    return frozenset(name for found in lines if found is not None for name in found[1].split())


def is_standard(name: str) -> bool:
    """Is it the name of a function of the C library, whether or not it has a record?"""
    found = _lines().get(name)
    return found is not None and found[1].is_of_c


@cache
def record_of(name: str) -> Record | None:
    """The record of the function with this name.  ``__builtin_f`` has that of ``f``; so has ``__f_chk``, with one more
    parameter, the size of the destination."""
    found = _lines().get(name)
    if found is None:
        plain = name.removeprefix("__builtin_")
        return _of_compiler(plain, name) if plain != name else _fortified(name)
    line, section = found
    return None if line.startswith("<") else read_record(line, section.header, is_of_system=section.is_of_system, name=name)


def _of_compiler(plain: str, name: str) -> Record | None:
    """The record of ``f`` for ``__builtin_f``.  It counts without a header of the system: programs do not define such names."""
    found = record_of(plain)
    return None if found is None else replace(found, name=name, is_of_system=False)


def unfortified(name: str) -> str | None:
    """``f`` for ``__f_chk``, if that has no record of its own."""
    plain = name.removeprefix("__builtin_")
    is_fortified = plain.startswith("__") and plain.endswith("_chk") and plain not in _lines()
    return plain[2:-4] if is_fortified else None


def _fortified(name: str) -> Record | None:
    plain = unfortified(name)
    found = None if plain is None else record_of(plain)
    if found is None:
        return None
    return replace(found, name=name, parameters=(*found.parameters, Parameter("room", "size_t room", NUMBER)), body=None)


@cache
def accesses_of(name: str, arguments: int) -> tuple[Access, ...] | None:
    """How a call uses its arguments.  None if the body is checked instead, if there is no record, or if the number of arguments
    does not fit."""
    record = record_of(name)
    is_said = record is not None and record.is_checked_at_call and record.fits(arguments)
    return record.accesses if record is not None and is_said else None


def closes_stream(name: str) -> bool:
    """Does a function end the life of the stream that it is given?"""
    record = record_of(name)
    return record is not None and record.closes_stream


def may_lack_stream(name: str) -> bool:
    """May a function be given a null pointer as its stream?"""
    record = record_of(name)
    place = None if record is None else record.position(AccessKind.STREAM)
    return record is not None and place is not None and record.accesses[place].may_be_null


def read_record(line: str, header: str, *, is_of_system: bool = False, name: str | None = None) -> Record:
    """Raises ``NotARecord`` if it does not say what is done with every pointer.  ``name``: one of those that the line has."""
    matched = _RECORD.fullmatch(line)
    if matched is None:
        raise NotARecord(line, "not a record")
    name = name or matched["name"]
    real = next((real for suffix, real in _REALS.items() if suffix and name.endswith(suffix)), "double")
    if name == matched["name"] or not re.search(r"\breal\b", line):
        real = "double"
    written = [re.sub(r"\breal\b", real, each) for each in _split(matched["parameters"])]
    rest = None
    if written and written[-1].startswith("..."):
        said = _PARAMETER.fullmatch(written.pop())
        rest = NUMBER if said is None or said["access"] is None else read_access(said["access"], ())
    parameters = _parameters(line, [] if written == ["void"] else written)
    remarks = matched["remarks"].split("; ") if matched["remarks"] else []
    names = [each.name for each in parameters]
    if (unknown := next((each for each in remarks if not _REMARK.fullmatch(each)), None)) is not None:
        raise NotARecord(line, f"{unknown!r} is no remark")
    if "closes the stream" in remarks and not any(each.access.kind is AccessKind.STREAM for each in parameters):
        raise NotARecord(line, "there is no stream to close")
    body = next(filter(None, map(_BODY.fullmatch, remarks)), None)
    return Record(
        name=name,
        header=header,
        result=re.sub(r"\breal\b", real, matched["result"].strip()),
        parameters=parameters,
        rest=rest,
        returns=matched["returns"],
        keeps_errno="keeps errno" in remarks,
        is_apart="apart" in remarks,
        is_never_null="never null" in remarks,
        is_of_system=is_of_system,
        body=None if body is None else body["file"],
        needs_unprinted_addresses=body is not None and body["hidden"] is not None,
        body_with=None if body is None else body["with"],
        is_checked_at_call="checked at the call" in remarks or body is None,
        stream=next((each.removeprefix("uses ") for each in remarks if each.startswith("uses ")), None),
        changes=frozenset(name for each in remarks if each.startswith("changes ") for name in each.split()[1:]),
        closes_stream="closes the stream" in remarks,
        uses_environment=not {"sets the environment", "reads the environment"}.isdisjoint(remarks),
        calls_nothing="calls nothing" in remarks,
        refusal=next((_refusal(each, names) for each in remarks if each.startswith("refused")), None),
    )


def _parameters(line: str, written: list[str]) -> tuple[Parameter, ...]:
    matches = [_PARAMETER.fullmatch(each) for each in written]
    declarations = [each["declaration"] for each in matches if each is not None]
    names = [next(filter(None, matched.groups()), "") for each in declarations if (matched := _NAME.fullmatch(each))]
    found: list[Parameter] = []
    for name, declaration, matched in zip(names, declarations, matches, strict=True):
        said = matched["access"] if matched is not None else None
        if said is None and _is_pointer(declaration):
            raise NotARecord(line, f"nothing is said of {name}")
        try:
            found.append(Parameter(name, declaration, NUMBER if said is None else read_access(said, names)))
        except ValueError as error:
            raise NotARecord(line, str(error)) from error
    return tuple(found)


def _is_pointer(declaration: str) -> bool:
    return any(mark in declaration for mark in ("*", "[", "va_list", "jmp_buf"))


def _split(parameters: str) -> list[str]:
    """At commas outside of parentheses."""
    return [each.strip() for each in re.split(r",(?![^()]*\))(?![^\[\]]*\](?!\s*[,)]|$))", parameters) if each.strip()]


def _refusal(remark: str, names: list[str]) -> Refusal:
    matched = _REFUSED.fullmatch(remark)
    assert matched is not None
    parameter = None if matched["parameter"] is None else names.index(matched["parameter"])
    value = int(matched["value"]) if (matched["value"] or "").isdigit() else None
    return Refusal(matched["reason"], parameter, value)
