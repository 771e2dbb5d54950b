"""A slow and simple machine that runs a CFA, to compare what the front end made of a program with what gcc makes of it.

Memory is one array of bytes in which every variable has its place, addresses are offsets into it, functions have small
numbers.  It knows nothing of bounds, and of functions without a body only those of ``programs/out.h``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from whet.cfa import semantics
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    Cast,
    Const,
    Deref,
    Expr,
    FloatConst,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    PointerDiff,
    Unary,
    Valid,
    Var,
    Variable,
    is_bit_field,
)
from whet.cfa.model import Edge, Function, Node, Program
from whet.cfa.operations import Assign, Assume, Call, Declare, End, Havoc, Operation, Return, Skip, Unsupported, flatten
from whet.cfa.types import IntType, is_scalar
from whet.frontend.folding import convert

_FIRST_ADDRESS = 1 << 16
_GARBAGE = b"\xa5"
"""What an object without initialiser holds."""


@dataclass(slots=True)
class Frame:
    function: Function
    places: dict[Variable, int] = field(default_factory=dict)


class Machine:
    """Runs one program; ``printed`` collects what it prints."""

    def __init__(self, program: Program, *, steps: int = 2_000_000) -> None:
        self.program = program
        self.printed: list[str] = []
        self._steps = steps
        self._memory = bytearray(_FIRST_ADDRESS)
        self._globals: dict[Variable, int] = {}
        self._frames: list[Frame] = []
        self._functions: list[Function] = list(program.functions.values())
        for variable in program.globals:
            self._globals[variable] = self._allocate(variable.type.size)
            if variable.image is not None:
                self._write(self._globals[variable], variable.image)

    def run(self) -> list[str]:
        self._run(self.program.start, ())
        return self.printed

    # Memory

    def _allocate(self, size: int) -> int:
        address = (len(self._memory) + 15) // 16 * 16
        self._memory.extend(_GARBAGE * (address + size - len(self._memory)))
        return address

    def _write(self, address: int, data: bytes) -> None:
        assert _FIRST_ADDRESS <= address <= len(self._memory) - len(data), "write outside of memory"
        self._memory[address : address + len(data)] = data

    def _read(self, address: int, size: int) -> bytes:
        assert _FIRST_ADDRESS <= address <= len(self._memory) - size, "read outside of memory"
        return bytes(self._memory[address : address + size])

    def _place(self, variable: Variable) -> int:
        if variable.is_static:
            return self._globals[variable]
        places = self._frames[-1].places
        if variable not in places:
            places[variable] = self._allocate(variable.type.size)
        return places[variable]

    # Functions

    def _run(self, function: Function, arguments: tuple[bytes, ...]) -> bytes:
        """Run a body; the bytes of the return variable come back."""
        assert function.entry is not None
        assert len(arguments) >= len(function.parameters)
        self._frames.append(Frame(function))
        for parameter, argument in zip(function.parameters, arguments, strict=False):
            self._write(self._place(parameter), argument)
        node: Node | None = function.entry
        while node is not None and node is not function.exit:
            node = self._step(node)
        returned = function.return_variable
        result = self._read(self._place(returned), returned.type.size) if returned else b""
        self._frames.pop()
        return result

    def _step(self, node: Node) -> Node:
        self._steps -= 1
        assert self._steps > 0, "the program takes too long"
        for edge in node.leaving:
            if self._perform(edge):
                return edge.target
        raise AssertionError(f"no edge from {node} can be taken")

    def _perform(self, edge: Edge) -> bool:
        """Carry out an edge; False if an assumption does not hold (which comes first on its edge, if others leave)."""
        return all(self._carry_out(operation) for operation in flatten(edge.operation))

    def _carry_out(self, operation: Operation) -> bool:
        match operation:
            case Assume(condition=condition, truth=truth):
                return semantics.is_true(self.value(condition)) == truth
            case Assign(lvalue=lvalue, value=value):
                self._assign(lvalue, value)
            case Declare(variable=variable, zeroed=zeroed, length=length):
                self._declare(variable, zeroed, length)
            case Call() as call:
                self._call(call)
            case Return(value=returned):
                self._return(returned)
            case End() | Skip() | Havoc():
                pass
            case Unsupported(construct=construct):
                raise AssertionError(f"unsupported: {construct}")
            case _:
                raise AssertionError(f"{operation} in a function")
        return True

    def _return(self, value: Expr | None) -> None:
        variable = self._frames[-1].function.return_variable
        if value is not None and variable is not None:
            assert variable.type == value.type
            self._write(self._place(variable), self._bytes(value))

    def _declare(self, variable: Variable, zeroed: bool, length: Expr | None) -> None:
        size = variable.type.size
        if length is not None:
            number = self.value(length)
            assert isinstance(number, int)
            size = number
            places = self._globals if variable.is_static else self._frames[-1].places
            places[variable] = self._allocate(size)
        self._write(self._place(variable), (b"\0" if zeroed else _GARBAGE) * size)

    # Calls

    def _call(self, call: Call) -> None:
        callee = call.callee if isinstance(call.callee, Function) else self._pointed_to(call.callee)
        if callee.is_defined:
            result = self._run(callee, self._passed(call.arguments, callee))
        else:
            result = self._library(callee.name, call)
        if call.result is not None:
            self._write(self.address(call.result), result[: call.result.type.size])

    def _passed(self, arguments: tuple[Expr, ...], callee: Function) -> tuple[bytes, ...]:
        """The arguments as the callee takes them: an old-style definition converts them itself."""
        types = [parameter.type for parameter in callee.parameters]
        return tuple(
            self._bytes(argument if argument.type == target else convert(argument, target))
            for argument, target in zip(arguments, types, strict=False)
        )

    def _pointed_to(self, callee: Expr) -> Function:
        number = self.value(callee)
        assert isinstance(number, int)
        return self._functions[number - 1]

    def _library(self, name: str, call: Call) -> bytes:
        values = [self.value(argument) if is_scalar(argument.type) else None for argument in call.arguments]
        match name, values:
            case "out", [int() as value]:
                self.printed.append(str(value))
            case "outd", [float() as value]:
                self.printed.append(value.hex())
            case "bytes", [int() as address, int() as size]:
                self.printed.append(self._read(address, size).hex())
            case _:
                raise AssertionError(f"call of {name} with {len(values)} arguments")
        return bytes(8)

    # Expressions

    def _assign(self, lvalue: Lvalue, value: Expr) -> None:
        assert lvalue.type == value.type, f"{value.type} stored in {lvalue.type}"
        if isinstance(lvalue, Member) and is_bit_field(lvalue):
            number = self.value(value)
            assert isinstance(number, int)
            self._write_bits(lvalue, number)
        else:
            data = self._bytes(value)
            self._write(self.address(lvalue), data)

    def _bytes(self, expr: Expr) -> bytes:
        if is_scalar(expr.type):
            return semantics.encode(self.value(expr), expr.type)
        assert isinstance(expr, (Var, Deref, Member, Index))
        return self._read(self.address(expr), expr.type.size)

    def address(self, lvalue: Lvalue) -> int:
        match lvalue:
            case Var(variable=variable):
                return self._place(variable)
            case Deref(pointer=pointer):
                return self._integer(pointer)
            case Member(base=base, field=member):
                return self.address(base) + member.offset
            case Index(base=base, index=index):
                return self.address(base) + self._integer(index) * lvalue.type.size

    def _integer(self, expr: Expr) -> int:
        value = self.value(expr)
        assert isinstance(value, int)
        return value

    def value(self, expr: Expr) -> semantics.Value:
        match expr:
            case Const(value=number):
                return number
            case FloatConst(bits=bits, type=float_type):
                return semantics.float_from_bits(bits, float_type)
            case Var() | Deref() | Member() | Index():
                return self._load(expr)
            case AddressOf(lvalue=lvalue):
                return self.address(lvalue)
            case FunctionAddress(function=function):
                return self._functions.index(function) + 1
            case Unary(op=op, operand=operand):
                return semantics.unary(op, operand.type)(self.value(operand))
            case Binary(op=op, left=left, right=right):
                return semantics.binary(op, left.type)(self.value(left), self.value(right))
            case Cast(operand=operand, type=target):
                return semantics.conversion(operand.type, target)(self.value(operand))
            case PointerAdd(pointer=pointer, index=index, stride=stride, type=pointer_type):
                return semantics.pointer_add(stride, pointer_type)(self.value(pointer), self.value(index))
            case PointerDiff(left=left, right=right, stride=stride, type=int_type):
                return semantics.pointer_diff(stride, int_type)(self.value(left), self.value(right))
            case Valid():
                raise AssertionError("the front end makes no checks")

    def _load(self, lvalue: Lvalue) -> semantics.Value:
        if isinstance(lvalue, Member) and is_bit_field(lvalue):
            return self._read_bits(lvalue)
        return semantics.decode(self._read(self.address(lvalue), lvalue.type.size), lvalue.type)

    # Bit-fields

    def _read_bits(self, member: Member) -> int:
        first, count, kind = _bits(member)
        data = int.from_bytes(self._read(self.address(member.base) + first // 8, (first % 8 + count + 7) // 8), "little")
        return semantics.truncate_bit_field(data >> first % 8, kind, count)

    def _write_bits(self, member: Member, number: int) -> None:
        first, count, _ = _bits(member)
        address, size = self.address(member.base) + first // 8, (first % 8 + count + 7) // 8
        data = int.from_bytes(self._read(address, size), "little")
        mask = ((1 << count) - 1) << first % 8
        self._write(address, (data & ~mask | number << first % 8 & mask).to_bytes(size, "little"))


def _bits(member: Member) -> tuple[int, int, IntType]:
    kind, count = member.field.type, member.field.bit_width
    assert isinstance(kind, IntType)
    assert count is not None
    return member.field.bit_offset, count, kind
