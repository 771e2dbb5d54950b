"""A call that is replaced by the contract of its function, and calls of the function that stand for all of them.

``replacing_text`` is a body that does what the contract says: it checks what is required, gives any values to what may change,
and assumes what is ensured.  ``calling_text`` calls the function once with any numbers, in objects of their own, while variables
have any values.  A call that the first accepts is one of those that the second makes, if the function touches nothing else
(``whet.projects.footprint``): objects are there and written, and none of them overlap.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from whet.cfa.source import HARNESS, REQUIREMENTS
from whet.frontend.signatures import Elements, Pointed, RecordShape, Scalar, Signature, TypeShape
from whet.harness.appended import BEGIN, requires_text
from whet.harness.contracts import (
    PLACE,
    RESULT,
    BitField,
    ClauseWriter,
    ContractText,
    FunctionContract,
    Touched,
    checker_name,
    placed,
)
from whet.harness.entry_harness import argument_name
from whet.harness.statements import SUFFIXES, declared
from whet.task.messages.violations import REQUIRES
from whet.task.records import dataclass

_ALIGNED = (
    *("char", "signed char", "unsigned char", "_Bool", "short", "unsigned short"),
    *("int", "unsigned int", "long", "unsigned long", "float"),
)
"""Numbers whose size is their alignment on every machine: two of one type are the same or apart."""
_MOST_ELEMENTS = _MOST_PAIRS = 64
ASKING = tuple(f"extern {type} __VERIFIER_nondet_{suffix}(void);" for type, suffix in SUFFIXES.items())


def replacement_name(function: str) -> str:
    return f"replacement_of_{function}"


def parts_name(function: str) -> str:
    return f"parts_of_contract_of_{function}"


def parts_text(signature: Signature, contract: FunctionContract, checker: ContractText) -> str:
    """A function that evaluates every part of a contract and calls its function: what they touch is what counts."""
    parameters = ", ".join(declared(each.type, each.name) for each in signature.parameters) or "void"
    arguments = ", ".join(each.name for each in signature.parameters)
    required = [f"    if (!{REQUIREMENTS}{signature.name}({arguments})) return;"] if contract.requires else []
    return "\n".join(
        [
            "",
            *requires_text(signature, contract.requires),
            *checker.lines,
            f"void {parts_name(signature.name)}({parameters}) {{",
            *required,
            f"    {checker_name(signature.name)}({arguments});",
            "}",
            "",
        ]
    )


def is_any(shape: TypeShape) -> bool:
    """Can all its values be made?"""
    match shape:
        case Scalar(name=name):
            return name in SUFFIXES and not isinstance(shape, BitField)
        case RecordShape(members=members):
            return all(is_any(each.shape) for each in members)
        case Elements(count=count, element=element):
            return count <= _MOST_ELEMENTS and is_any(element)
        case _:
            return False


def calling_text(signature: Signature, contract: FunctionContract, touched: Touched, checker: ContractText) -> tuple[str, str]:
    """The text, and the function in it that calls the one of the contract."""
    entry, name = f"harness_of_{signature.name}", signature.name
    lines: list[str] = []
    for variable, shape in touched.variables:
        lines += any_value(variable, shape)
    for parameter, shape in zip(signature.parameters, touched.parameters, strict=True):
        argument = argument_name(parameter)
        if isinstance(shape, Pointed) and shape.target is not None:
            written = parameter.shape
            assert isinstance(written, Pointed)
            type = shape.target.name if isinstance(shape.target, Scalar) else written.type
            lines.append(f"{declared(type, f'{argument}_object')};")
            lines += any_value(f"{argument}_object", shape.target)
            lines.append(f"{declared(parameter.type, argument)} = __VERIFIER_nondet_bool() ? 0 : &{argument}_object;")
        else:
            lines += [f"{declared(parameter.type, argument)};", *any_value(argument, shape)]
    arguments = ", ".join(map(argument_name, signature.parameters))
    if contract.requires:
        lines.append(f"__VERIFIER_assume({REQUIREMENTS}{name}({arguments}));")
    lines.append(f"{checker_name(name)}({arguments});")
    text = [
        "",
        f'{BEGIN}{HARNESS}{name}"',
        *ASKING,
        "extern void __VERIFIER_assume(int);",
        *requires_text(signature, contract.requires),
        *checker.lines,
        f'#line 1 "{HARNESS}{name}"',
        f"void {entry}(void)",
        "{",
        *(f"    {line}" for line in lines),
        "}",
        "",
    ]
    return "\n".join(text), entry


def any_value(place: str, shape: TypeShape) -> Iterator[str]:
    """Statements that give any value to a place; ``ASKING`` declares what they call."""
    return (f"{number} = __VERIFIER_nondet_{SUFFIXES[type]}();" for number, type in _scalars(place, shape))


def replacing_text(signature: Signature, contract: FunctionContract, touched: Touched, *, writes: bool) -> ContractText:
    """``writes``: may the function write through pointers?"""
    return _Replacement(signature, contract).replacing(touched, writes=writes)


@dataclass(slots=True)
class _Replacement(ClauseWriter):
    def replacing(self, touched: Touched, *, writes: bool) -> ContractText:
        name, result = self.signature.name, self.signature.result
        self.olds += [variable for variable, _ in touched.variables]
        checks = [
            line
            for each in self.contract.requires
            for line in self._required(each.expression, *placed(each, f"{each.expression} ))"))
        ]
        pointees = [
            (parameter.name, shape.target)
            for parameter, shape in zip(self.signature.parameters, touched.parameters, strict=True)
            if isinstance(shape, Pointed) and shape.target is not None
        ]
        for pointer, shape in pointees:
            checks += [f"    if ({pointer} != 0) {{", *self._probed(pointer, shape, writes=writes), "    }"]
        checks += self._separated(pointees, touched)
        for each in self.contract.ensures:
            condition = self.promise(each)
            self.after += ["    __VERIFIER_assume(0 != (", *placed(each, f"{condition} ));")]
        changed: list[str] = []
        for number, each in enumerate(self.contract.assigns or (), 1):
            place, value = f"{PLACE}{number}", f"nondet_whet_contract_{number}_{name}"
            self.before += [f"    __typeof__({each.expression}) *{place} =", *placed(each, f"&({each.expression});", shift=-2)]
            self.before += ["    (void)sizeof", *placed(each, f"(1 * ({each.expression}));", shift=-5)]
            self.before.append(f"    extern __typeof__({each.expression}) {value}(void);")
            changed.append(f"    *{place} = {value}();")
        returned = [] if result == "void" else [f"    {declared(result, RESULT)} = nondet_whet_contract_{name}();"]
        body = [*checks, *self.before, *changed, *returned, *self.after, *([] if result == "void" else [f"    return {RESULT};"])]
        head = ["extern void __VERIFIER_assume(int);"]
        if result != "void":
            head.append(f"extern {declared(result, f'nondet_whet_contract_{name}(void)')};")
        lines = self.text(f"static {declared(result, f'{replacement_name(name)}({self.parameters})')}", body)
        return ContractText((*head, *lines), (*self.clauses,))

    def _required(self, words: str, *condition: str) -> Iterator[str]:
        broken = self.clause(REQUIRES.format(function=self.signature.name, condition=words))
        yield "    if (!("
        yield from condition
        yield f"        {broken}();"

    def _probed(self, pointer: str, shape: TypeShape, *, writes: bool) -> Iterator[str]:
        """Read, and perhaps written: what a call may do to the object must be allowed."""
        for place, type in _scalars(f"(*{pointer})", shape):
            value = self.named("value")
            yield f"        __typeof__({place}) {value} = {place};"
            if writes:
                yield f"        *({type} *)&{place} = {value};"

    def _separated(self, pointees: list[tuple[str, TypeShape]], touched: Touched) -> Iterator[str]:
        for (one, shape), (other, another) in combinations(pointees, 2):
            same = _overlap(one, shape, other, another)
            yield from self._required(
                f"that {one} and {other} point to different objects", f"        !({one} != 0 && {other} != 0 && {same})))"
            )
        for pointer, shape in pointees:
            for variable, another in touched.variables:
                same = _overlap(pointer, shape, f"&{variable}", another)
                yield from self._required(
                    f"that {pointer} does not point to {variable}", f"        !({pointer} != 0 && {same})))"
                )


def _scalars(place: str, shape: TypeShape) -> Iterator[tuple[str, str]]:
    """Its numbers, with their types."""
    match shape:
        case Scalar(name=name):
            yield place, name
        case RecordShape(members=members):
            for member in members:
                yield from _scalars(f"{place}.{member.name}", member.shape)
        case Elements(count=count, element=element):
            for index in range(count):
                yield from _scalars(f"{place}[{index}]", element)
        case _:
            raise AssertionError(f"{place} is not made of numbers")


def _overlap(one: str, shape: TypeShape, other: str, another: TypeShape) -> str:
    """Do objects overlap?  Numbers of one size do if they are the same."""
    numbers, others = [*_scalars(f"(*{one})", shape)], [*_scalars(f"(*{other})", another)]
    sizes = {name.removeprefix("unsigned ").removeprefix("signed ") for _, name in (*numbers, *others)}
    if len(sizes) > 1 or not sizes <= {*_ALIGNED} or len(numbers) * len(others) > _MOST_PAIRS:
        return f"__CPROVER_same_object({one}, {other})"
    return f"({' || '.join(f'(void *)&{place} == (void *)&{another}' for place, _ in numbers for another, _ in others)})"
