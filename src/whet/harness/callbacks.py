"""Pointers to functions among generated arguments, and pointers for which nothing is generated.

Such a function changes what its arguments point to, as far as their types tell how much that is: a buffer beside its size, one
number, one structure of numbers.  It returns any value: a count of what it wrote, any other number, a pointer to an object of its
own, or null.  It neither changes variables of the program nor calls its functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from whet.frontend.signatures import Callback, CallbackParameter, Enumerated, Opaque, Pointed, RecordShape, Scalar, TypeShape
from whet.harness.generated_lengths import SIZE
from whet.harness.lengths import has_pointers, is_assignable, scalar_name
from whet.harness.options import FIRST_BOUND, NOWHERE, Cut
from whet.harness.statements import SUFFIXES, Statements, as_word, declared
from whet.task.records import dataclass

_SIZES = ("unsigned long", "unsigned long long", "unsigned int")
_LONG = ("long", "unsigned long", "long long", "unsigned long long")
_COUNTS = (*_SIZES, "int", "long", "long long")
_BYTES = ("char", "signed char", "unsigned char")


@dataclass(frozen=True, slots=True)
class _Buffer:
    """A parameter with the bytes that the function may write there."""

    number: int
    sizes: tuple[int, ...]
    """The parameters whose product is the size in bytes."""

    @property
    def last(self) -> str:
        """What a count of elements is at most."""
        return f"p{self.sizes[-1]}"


@dataclass(slots=True)
class CallbackStatements(Statements):
    stubs: list[str] = field(default_factory=list)
    """What stands before the harness."""
    notes: list[str] = field(default_factory=list)
    calls_back_to_malloc: bool = False
    is_cut: bool = False

    def fill(self, place: str, shape: TypeShape, *, is_behind: bool = False) -> None:
        raise NotImplementedError

    def _stub(self, place: str, shape: Callback) -> str:
        """A function that changes what it is given and returns anything, as far as that can be made."""
        name = self._name(f"{as_word(place)}_stub")
        lines, self.lines = self.lines, []
        how = self._write_body(name, shape)
        body, self.lines = self.lines, lines
        self.notes.append(f"{self._seen(place)} is a function that {how}")
        parameters = [declared(each.type, f"p{number}") for number, each in enumerate(shape.parameters)]
        listed = ", ".join([*parameters, *(["..."] if shape.is_variadic and parameters else [])]) or "void"
        self.stubs += [f"static {declared(shape.result, name)}({listed})", "{", *(f"    {line}" for line in body), "}", ""]
        return name

    def _write_body(self, name: str, shape: Callback) -> str:
        """Of such a function; what it does in words."""
        sizes = [f"p{number}" for number, each in enumerate(shape.parameters) if scalar_name(each.shape) in _SIZES]
        if isinstance(shape.returns, Pointed) and shape.returns.type == "void" and sizes:
            null = "null or " if self.options.may_be_null else ""
            self.lines += self._allocation(sizes[-2:])
            return f"changes nothing and returns {null}a new block of as many bytes as it is asked for"
        buffers = [*_buffers(shape)]
        result = self._result(shape, buffers)
        written = [self._write_buffer(each, is_counted=result != "") for each in buffers]
        written += [
            self._write_object(number, each.shape, buffers)
            for number, each in enumerate(shape.parameters)
            if each.is_writable and number not in [one.number for one in buffers]
        ]
        left = any(each.is_writable for each in shape.parameters) and not all(written)
        changes = "writes any values" if any(written) else "changes nothing"
        changes += " (but nothing through pointers whose size is not known)" if any(written) and left else ""
        if result:
            self.lines.append(f"return {result};")
            return f"{changes} and returns the count of what it writes, or an error of -1"
        return f"{changes} and returns {self._return(name, shape)}"

    def _result(self, shape: Callback, buffers: Sequence[_Buffer]) -> str:
        """The variable with the number of elements that are written; empty if the result is no such number."""
        type = scalar_name(shape.returns)
        if len(buffers) != 1 or type not in (*_COUNTS, "short") or any(map(_is_count, shape.parameters)):
            return ""
        most, zero = buffers[0].last, "0" if type in _SIZES else "-1"
        self.lines += [
            f"{type} result = {self._any(type)};",
            *([f"if (result < {zero})", f"    result = {zero};"] if type not in _SIZES else []),
            f"if (result > 0 && ({most} < 0 || (unsigned long long)result > (unsigned long long){most}))",
            f"    result = {most} < 0 ? 0 : {most};",
        ]
        return "result"

    def _write_buffer(self, buffer: _Buffer, *, is_counted: bool) -> bool:
        """As many bytes as the result says; all of them if it says something else."""
        factors = [f"(p{number} < 0 ? 0 : ({SIZE})p{number})" for number in buffer.sizes]
        every = " * ".join(factors)
        counted = " * ".join([*factors[:-1], f"({SIZE})result"])
        size = f"result > 0 ? {counted} : 0" if is_counted else every
        self.lines += [
            f"{SIZE} size{buffer.number} = p{buffer.number} ? {size} : 0;",
            f"for ({SIZE} i = 0; i < size{buffer.number}; i++)",
            f"    ((unsigned char *)p{buffer.number})[i] = {self._any('unsigned char')};",
        ]
        return True

    def _write_object(self, number: int, shape: TypeShape, buffers: Sequence[_Buffer]) -> bool:
        """One number, or one structure of numbers; a number beside a buffer is at most its size."""
        target = shape.target if isinstance(shape, Pointed) else None
        if target is None or isinstance(target, Opaque) or has_pointers(target) or not is_assignable(target):
            return False
        if isinstance(target, RecordShape) and (target.may_misread or target.hidden_pointers):
            return False
        before = len(self.lines)
        self.fill(f"(*p{number})", target)
        if buffers and scalar_name(target) in _COUNTS:
            most = buffers[-1].last
            self.lines += [f"if (*p{number} > {most})", f"    *p{number} = {most};"]
        self.lines[before:] = [f"if (p{number}) {{", *(f"    {line}" for line in self.lines[before:]), "}"]
        return True

    def _return(self, name: str, shape: Callback) -> str:
        """What a function returns that is no count."""
        match shape.returns:
            case Scalar(name=type) if type in SUFFIXES:
                self.lines.append(f"return {self._any(type)};")
                return "any number"
            case Opaque(name="void"):
                return "nothing"
            case Pointed() as pointed:
                self.is_cut = True
                return self._return_pointer(name, shape, pointed)
            case Enumerated() | RecordShape() as returned if not has_pointers(returned) and is_assignable(returned):
                self.lines.append(f"{declared(shape.result, 'returned')};")
                self.fill("returned", returned)
                self.lines.append("return returned;")
                return "any value"
            case _:
                self.lines += [f"static {declared(shape.result, 'nothing')};", "return nothing;"]
                return "zeros"

    def _return_pointer(self, name: str, shape: Callback, pointed: Pointed) -> str:
        """Null, or one object that each call fills again; no proof for all calls relies on what it has."""
        target = pointed.target
        is_known = target is not None and not isinstance(target, Opaque) and not has_pointers(target) and is_assignable(target)
        if self.options.cut is not Cut.NULL or not is_known or not pointed.type:
            self.lines.append(f"return ({shape.result})({self._nothing()});")
            return "a null pointer"
        assert target is not None
        is_text = pointed.type in _BYTES
        most = self.options.elements or FIRST_BOUND
        object = self._name(f"{name}_result")
        self.said[object] = f"the result of {self._seen(name.removesuffix('_stub'))}"
        self.stubs.append(f"static {declared(pointed.type, object)}{f'[{most + 1}]' if is_text else ''};")
        self.lines += [f"if ({self._any('_Bool')})", "    return 0;"]
        if is_text:
            self._repeat(most, lambda index: self.fill(f"{object}[{index}]", target))
        else:
            self.fill(object, target)
        # A string ends where the array does, so that an access after the end is one outside.
        shorter = f" + {self._any('unsigned int')} % {most + 1}"
        self.lines.append(f"return {f'{object}{shorter}' if is_text else f'&{object}'};")
        return (
            f"null or a pointer to {f'a string of at most {most} characters' if is_text else 'one object'}, always the same one"
        )

    def _allocation(self, sizes: Sequence[str]) -> list[str]:
        self.calls_back_to_malloc = True
        fits = [f"if ({sizes[0]} != 0 && {sizes[1]} > ({SIZE})-1 / {sizes[0]})", "    return 0;"] if len(sizes) > 1 else []
        product = " * ".join(f"({SIZE}){each}" for each in sizes)
        fails = [f"if ({self._any('_Bool')})", "    return 0;"] if self.options.may_be_null else []
        return [*fits, *fails, f"return malloc({product});"]

    def _nothing(self) -> str:
        """``Cut.ANY`` has addresses after all objects, however large they are, of which two may be equal or not."""
        match self.options.cut:
            case Cut.NULL:
                return "0"
            case Cut.NOWHERE:
                return f"{NOWHERE:#x}UL"
            case Cut.ANY:
                return f"{self._any('_Bool')} ? 0 : ({SIZE})-1 << 27 | ({SIZE}){self._any('unsigned char')} << 12"


def _is_count(parameter: CallbackParameter) -> bool:
    """Is it a pointer to a number, which may be the count of what is written?"""
    target = parameter.shape.target if isinstance(parameter.shape, Pointed) else None
    return parameter.is_writable and scalar_name(target) in _COUNTS


def _buffers(shape: Callback) -> Sequence[_Buffer]:
    """Pointers to bytes with a size beside them.  A ``void *`` alone is what the caller of the function gave it."""
    types = [scalar_name(each.shape) for each in shape.parameters]
    pointers = [number for number, each in enumerate(shape.parameters) if isinstance(each.shape, Pointed)]
    found = []
    for number, each in enumerate(shape.parameters):
        if not each.is_writable or not isinstance(each.shape, Pointed) or types[number + 1 : number + 2] == []:
            continue
        are_two = len(types) > number + 2 and types[number + 1] in _SIZES and types[number + 2] in _SIZES
        is_void = isinstance(each.shape.target, Opaque) or each.shape.type == "void"
        is_buffer = number > 0 or are_two or pointers != [number] or scalar_name(shape.returns) in _LONG
        if each.shape.type in _BYTES or (is_void and is_buffer and types[number + 1] in _LONG):
            is_bytes = scalar_name(each.shape.target) in _BYTES or is_void
            if is_bytes and types[number + 1] in _COUNTS:
                found.append(_Buffer(number, (number + 1, number + 2) if are_two else (number + 1,)))
    return found
