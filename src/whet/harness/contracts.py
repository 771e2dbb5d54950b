"""The contract of a function in C: what callers maintain (*requires*), what a call ensures (*ensures*) and changes (*assigns*).

``checking_text`` is a function of the same parameters that calls the function and checks what the contract promises.  In an
expression, parameters have the values of the call, ``result`` is what the function returned, and ``old(e)`` is the value of ``e``
before the call.  A clause that does not hold is the call of an error function of its own (``ContractClause``).

Memory is compared by one element of any index, chosen before the call: what holds for any element holds for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import field

from whet.cfa.source import HARNESS
from whet.frontend.signatures import Elements, Pointed, RecordShape, Scalar, Signature, TypeShape
from whet.harness.options import Requirement
from whet.harness.statements import as_word, declared
from whet.task.errors import TaskError
from whet.task.messages import files
from whet.task.messages.unknown import INITIAL_VALUES, NOT_COMPARED
from whet.task.messages.violations import ASSIGNS, ENSURES
from whet.task.records import dataclass

RESULT = "result"
_OLD = re.compile(r"\bold\s*\(")
_PREFIX = "__whet_contract_"
PLACE = f"{_PREFIX}place_"
"""What the variables are called that point to places of ``assigns``."""
_FLOATING = ("float", "double", "long double")
_ANY_NUMBER = "__VERIFIER_nondet_ulong"
_MOST_NAMED = 3
_PLAIN = re.compile(r"\s*(\w+)\s*")
_SINGLE = re.compile(r"\s*\*\s*(\w+)\s*|\s*(\w+)\s*\[\s*0\s*\]\s*")
_LAST_MEMBER = re.compile(r"(?:->|\.)\s*\w+[\s)]*$")
_MEMBER = re.compile(r"\s*(\w+)\s*->\s*(\w+)\s*")


@dataclass(frozen=True, slots=True)
class FunctionContract:
    """Each expression with its place."""

    requires: tuple[Requirement, ...] = ()
    ensures: tuple[Requirement, ...] = ()
    assigns: tuple[Requirement, ...] | None = None
    """The places that a call may change; None if nothing is said about them."""

    @property
    def promises(self) -> bool:
        """Does it promise something to callers?"""
        return bool(self.ensures) or self.assigns is not None


NO_CONTRACT = FunctionContract()


@dataclass(frozen=True, slots=True)
class BitField(Scalar):
    """A number that has no address."""


@dataclass(frozen=True, slots=True)
class ElementCount:
    """How many elements a caller has behind a pointer."""

    is_single: bool = False
    count: str | None = None
    """The parameter that has their number; None if only the object has."""


@dataclass(frozen=True, slots=True)
class PossibleChanges:
    """What a function may change, as far as its operations tell."""

    pointees: frozenset[str] = frozenset()
    """Parameters whose objects may change."""
    inside: frozenset[str] = frozenset()
    """Parameters and variables in whose objects something other than one number or pointer may be written."""
    hidden: Sequence[str] = ()
    """Variables that the contract cannot name."""
    elsewhere: str = ""
    """Where the function writes through a pointer that may point to any object; empty if it does not."""
    callback: str = ""
    """Where it calls a function that a caller chooses; empty if it does not."""


@dataclass(frozen=True, slots=True)
class Touched:
    """What a function may touch, as far as its types tell."""

    parameters: Sequence[TypeShape]
    rooms: Sequence[ElementCount]
    """For each parameter."""
    variables: Sequence[tuple[str, TypeShape]]
    """Variables of the program, by the names that they have behind the file of the function."""
    changes: PossibleChanges = field(default_factory=PossibleChanges)
    result: TypeShape | None = None
    """None if it returns nothing."""


@dataclass(frozen=True, slots=True)
class ContractClause:
    """A part of a contract that a call may break."""

    function: str
    """The error function that is called then."""
    violation: str
    """In words for the user."""


@dataclass(frozen=True, slots=True)
class ContractText:
    """C for a contract, to be read behind the file of its function."""

    lines: tuple[str, ...]
    clauses: tuple[ContractClause, ...]
    not_compared: tuple[str, ...] = ()
    """Places that ``assigns`` does not name, that the function may change, and that are not compared."""
    initial: tuple[str, ...] = ()
    """Variables that the function or its contract reads, and that have their initial values only."""
    setting: tuple[str, ...] = ()
    """Statements for before the call: variables have any values, because only ``requires`` restricts them."""
    set: tuple[str, ...] = ()
    """The variables that they set."""

    def unchecked(self, function: str) -> str:
        """Why a proof is none of the contract; empty if it is one."""
        if self.not_compared:
            return NOT_COMPARED.format(function=function, what=" and ".join(self.not_compared[:_MOST_NAMED]))
        if self.initial:
            return INITIAL_VALUES.format(function=function, what=" and ".join(self.initial[:_MOST_NAMED]))
        return ""


def sketched_text(signature: Signature, contract: FunctionContract) -> ContractText:
    """Text that evaluates every part of a contract and calls the function, for what is not known yet: what these touch."""
    nothing = Touched((*(Scalar("int") for _ in signature.parameters),), (), ())
    return _Checker(signature, contract, is_sketch=True).checking(nothing)


def checker_name(function: str) -> str:
    return f"contract_of_{function}"


def checking_text(signature: Signature, contract: FunctionContract, touched: Touched, *, reads_all: bool = False) -> ContractText:
    """With ``reads_all``, the result and every place that is touched are read after the call: then all of them were written.
    Raises ``TaskError``."""
    return _Checker(signature, contract, reads_all=reads_all).checking(touched)


@dataclass(slots=True)
class ClauseWriter:
    """Collects the statements before and after a call, and the clauses that they check."""

    signature: Signature
    contract: FunctionContract
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    clauses: list[ContractClause] = field(default_factory=list)
    made: int = 0
    olds: list[str] = field(default_factory=list)

    def named(self, what: str) -> str:
        """A new name."""
        self.made += 1
        return f"{_PREFIX}{what}_{self.made}"

    def clause(self, violation: str) -> str:
        function = f"{_PREFIX}{len(self.clauses) + 1}_{self.signature.name}"
        self.clauses.append(ContractClause(function, violation))
        return function

    def promise(self, each: Requirement) -> str:
        """What a contract ensures, as C for after the call."""
        first = self.contract.ensures[0]
        if self.signature.result != "void" and any(parameter.name == RESULT for parameter in self.signature.parameters):
            problem = f"speaks of the result, and a parameter of {self.signature.name} is called '{RESULT}'; rename it"
            raise TaskError(files.REQUIREMENT.format(expression=first.expression, problem=problem), place=first.place)
        text, found = each.expression, _OLD.search(each.expression)
        while found is not None:
            inner = _argument(text, found.end())
            if inner is None or _OLD.search(inner):
                problem = "has an 'old' without one expression in parentheses, or with another 'old' in it"
                raise TaskError(files.REQUIREMENT.format(expression=each.expression, problem=problem), place=each.place)
            name = self._old_name(inner)
            self.before += [f"    __typeof__({inner}) {name} =", *placed(each, f"{inner};", shift=found.end())]
            text = f"{text[: found.start()]}{name}{text[found.end() + len(inner) + 1 :]}"
            found = _OLD.search(text)
        return text

    def _old_name(self, expression: str) -> str:
        """A name that no part of the contract means something else by."""
        parts = (*self.contract.requires, *self.contract.ensures, *(self.contract.assigns or ()))
        taken = {word for each in parts for word in re.findall(r"\w+", each.expression)} | {self.signature.name, *self.olds}
        taken |= {each.name for each in self.signature.parameters}
        name = f"old_{as_word(expression)}"
        while name in taken:
            name += "_"
        self.olds.append(name)
        return name

    def text(self, head: str, body: Sequence[str]) -> tuple[str, ...]:
        errors = [f"extern void {each.function}(void);" for each in self.clauses]
        return tuple(_with_places(f"{HARNESS}{self.signature.name} (contract)", [*errors, f"{head} {{", *body, "}"]))

    @property
    def parameters(self) -> str:
        return ", ".join(declared(each.type, each.name) for each in self.signature.parameters) or "void"


@dataclass(slots=True)
class _Checker(ClauseWriter):
    reads_all: bool = False
    is_sketch: bool = False
    not_compared: list[str] = field(default_factory=list)
    changes: PossibleChanges = field(default_factory=PossibleChanges)
    addressed: Sequence[Requirement] = ()
    """The places of ``assigns`` that have an address."""
    root: str = ""
    """The parameter or variable whose object is compared."""

    def checking(self, touched: Touched) -> ContractText:
        name, result = self.signature.name, self.signature.result
        self.olds += [variable for variable, _ in touched.variables]
        for each in self.contract.ensures:
            condition = self.promise(each)
            broken = self.clause(ENSURES.format(function=name, condition=each.expression))
            self.after += ["    if (!(", *placed(each, f"{condition} ))"), *placed(each, f"{broken}();")]
        if self.contract.assigns is not None:
            self._compare_all(self.contract.assigns, touched)
        if self.reads_all and touched.result is not None:
            self._read_result(RESULT, touched.result)
        arguments = ", ".join(each.name for each in self.signature.parameters)
        call = f"    {'' if result == 'void' else f'{declared(result, RESULT)} = '}{name}({arguments});"
        lines = self.text(f"static void {checker_name(name)}({self.parameters})", [*self.before, call, *self.after])
        return ContractText((f"extern unsigned long {_ANY_NUMBER}(void);", *lines), (*self.clauses,), (*self.not_compared,))

    def _compare_all(self, assigns: Sequence[Requirement], touched: Touched) -> None:
        self.changes = touched.changes
        fields = {place for each in self._bit_fields(touched) for place in each}
        self.addressed = [each for each in assigns if _place_of(each.expression) not in fields]
        for number, each in enumerate(self.addressed, 1):
            if self.is_sketch and _LAST_MEMBER.search(each.expression):  # perhaps a bit-field
                self.before += [f"    __auto_type {PLACE}{number} =", *placed(each, f"(0, ({each.expression}));", shift=-5)]
                continue
            self.before += [f"    void *{PLACE}{number} = (void *)", *placed(each, f"&({each.expression});", shift=-2)]
            self.before += ["    (void)sizeof", *placed(each, f"(!({each.expression}));", shift=-3)]
        for name, shape in touched.variables:
            self.root = name
            self._compare(name, name, shape)
        for parameter, shape, room in zip(
            self.signature.parameters, touched.parameters, touched.rooms, strict=not self.is_sketch
        ):
            self.root = parameter.name
            if isinstance(shape, Pointed):
                self._compare_pointee(parameter.name, shape, room)
        self.not_compared += touched.changes.hidden
        self.not_compared += [f"whatever the call at {touched.changes.callback} changes"] if touched.changes.callback else []

    def _bit_fields(self, touched: Touched) -> Iterator[Iterator[str]]:
        for name, shape in touched.variables:
            yield _bit_fields(name, shape)
        for parameter, shape in zip(self.signature.parameters, touched.parameters, strict=True):
            if isinstance(shape, Pointed) and shape.target is not None:
                yield _bit_fields(f"(*{parameter.name})", shape.target)

    def _compare_pointee(self, pointer: str, shape: Pointed, room: ElementCount) -> None:
        """Of all elements behind the pointer one."""
        if shape.target is None:
            self.not_compared += [f"*{pointer}"] if pointer in self.changes.pointees else []
            return
        if room.is_single:
            self._compare(f"(*{pointer})", f"*{pointer}", shape.target, guard=f"{pointer} != 0")
            return
        index, is_there = self.named("index"), self.named("is_there")
        size = f"__CPROVER_OBJECT_SIZE({pointer}) - (unsigned long)__CPROVER_POINTER_OFFSET({pointer})"
        count = f"({size}) / sizeof(*{pointer})" if room.count is None else f"(unsigned long){room.count}"
        is_positive = "" if room.count is None else f" && {room.count} > 0"
        self.before += [
            f"    unsigned long {index} = {_ANY_NUMBER}();",
            f"    int {is_there} = {pointer} != 0{is_positive} && {index} < {count};",
        ]
        self._compare(f"{pointer}[{index}]", f"an element of {pointer}", shape.target, guard=is_there)

    def _compare(self, place: str, seen: str, shape: TypeShape, *, guard: str = "1") -> None:
        match shape:
            case BitField():
                self._compare_field(place, seen, guard)
            case Scalar(name=name):
                self._compare_value(place, seen, guard, is_floating=name in _FLOATING)
            case Pointed():
                self._compare_value(place, seen, guard)
                self.not_compared += [f"what {seen} points to"] if self.changes.elsewhere else []
            case RecordShape(members=members):
                for member in members:
                    self._compare(f"{place}.{member.name}", _member(seen, member.name), member.shape, guard=guard)
            case Elements(count=count, element=element):
                index = self.named("index")
                self.before.append(f"    unsigned long {index} = {_ANY_NUMBER}() % {count};")
                self._compare(f"{place}[{index}]", f"an element of {seen}", element, guard=guard)
            case _:
                self.not_compared += [seen] if self.root in self.changes.inside else []

    def _compare_field(self, place: str, seen: str, guard: str) -> None:
        """A bit-field has no address: its place is known by its name alone."""
        if any(_place_of(each.expression) == place for each in self.contract.assigns or ()):
            return
        name = self.named("before")
        self.before.append(f"    long long {name} = {guard} ? {place} : 0;")
        self.after += [f"    if ({guard} && {place} != {name})", *self._changed(seen)]

    def _changed(self, seen: str) -> Iterator[str]:
        broken, where = self.clause(ASSIGNS.format(function=self.signature.name, what=seen)), self.signature.place
        called = f"{broken}();"
        yield from [called] if where is None else placed(Requirement("", where.file, where.line, where.column), called)

    def _compare_value(self, place: str, seen: str, guard: str, *, is_floating: bool = False) -> None:
        assigns = self.contract.assigns or ()
        if self.reads_all:
            self._read(place, guard)
        if any(_place_of(each.expression) == place for each in assigns):
            return
        name, value = self.named("before"), place
        if is_floating:  # NaN is not equal to itself, and 0.0 is to -0.0
            byte = self.named("byte")
            value = f"((unsigned char *)&{place})[{byte}]"
            self.before.append(f"    unsigned long {byte} = {_ANY_NUMBER}() % sizeof({place});")
        self.before.append(f"    __typeof__({value}) {name} = {guard} ? {value} : 0;")
        # A place of another type may be smaller, or have fewer values.
        is_named = [
            f"(void *)&{place} == {PLACE}{number}"
            f" && __builtin_types_compatible_p(__typeof__({place}), __typeof__({each.expression}))"
            for number, each in enumerate(self.addressed, 1)
        ]
        self.after.append(f"    if ({guard} && {value} != {name}{''.join(f' && !({each})' for each in is_named)})")
        self.after += self._changed(seen)

    def _read_result(self, place: str, shape: TypeShape) -> None:
        match shape:
            case RecordShape(members=members):
                for member in members:
                    self._read_result(f"{place}.{member.name}", member.shape)
            case Elements(count=count, element=element):
                self._read_result(f"{place}[{_ANY_NUMBER}() % {count}]", element)
            case _:
                self._read(place, "1")

    def _read(self, place: str, guard: str) -> None:
        self.after.append(f"    if ({guard}) {{ __typeof__({place}) {self.named('read')} = {place}; }}")


def _bit_fields(place: str, shape: TypeShape) -> Iterator[str]:
    match shape:
        case BitField():
            yield place
        case RecordShape(members=members):
            for member in members:
                yield from _bit_fields(f"{place}.{member.name}", member.shape)
        case _:
            pass


def _member(seen: str, member: str) -> str:
    return f"{seen[1:]}->{member}" if seen.startswith("*") else f"{seen}.{member}"


def _place_of(expression: str) -> str:
    """The place that an expression names, as it is compared; the expression itself if that is not seen from its text."""
    if found := _PLAIN.fullmatch(expression):
        return found[1]
    if found := _SINGLE.fullmatch(expression):
        return f"(*{found[1] or found[2]})"
    if found := _MEMBER.fullmatch(expression):
        return f"(*{found[1]}).{found[2]}"
    return expression


def placed(each: Requirement, text: str, *, shift: int = 0) -> Iterator[str]:
    """Text that stands where the expression was written, so that its mistakes are reported there."""
    yield f'#line {each.line} "{each.file}"'
    yield f"{' ' * max(0, each.column - 1 + shift)}{text}"


def _with_places(file: str, lines: Sequence[str]) -> Iterator[str]:
    """All other lines stand in ``file``."""
    is_placed, is_elsewhere = False, True
    for number, line in enumerate(lines, 1):
        if is_elsewhere and not is_placed and not line.startswith("#line"):
            yield f'#line {number} "{file}"'
        is_elsewhere = is_placed
        is_placed = line.startswith("#line")
        yield line


def _argument(text: str, begin: int) -> str | None:
    """From an opened parenthesis to where it is closed."""
    depth = 1
    for position in range(begin, len(text)):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        if depth == 0:
            return text[begin:position]
    return None
