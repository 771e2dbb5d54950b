"""The data-flow analysis of written bits in one function (``definedness``)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from whet.cfa.accesses import object_size
from whet.cfa.copies import is_byte_copy, is_in_memory
from whet.cfa.defined_bits import ALL, FARTHEST, bit_place, covers, has_bits, near_ones, ones, shifted
from whet.cfa.expressions import (
    AddressOf,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Deref,
    Expr,
    FunctionAddress,
    Index,
    Lvalue,
    Member,
    PointerAdd,
    Unary,
    UnaryOp,
    Var,
    Variable,
    VariableKind,
    children,
    subexpressions,
)
from whet.cfa.library import NONDET_PREFIXES
from whet.cfa.model import Edge, Function, Node
from whet.cfa.operations import Assign, Assume, Call, Declare, End, Havoc, Operation, Return, expressions_of, flatten
from whet.cfa.source import is_generated
from whet.cfa.types import FunctionType, IntType, PointerType, is_scalar
from whet.checks.uninitialised.assumed_facts import AssumedFacts
from whet.checks.uninitialised.filling import Filled
from whet.checks.uninitialised.pointee_facts import PointeeFacts, Spot, distance_of, spot_of
from whet.library.effects import (
    Allocates,
    Arbitrary,
    Assumes,
    Copies,
    Effect,
    Fills,
    Finds,
    Formats,
    Frees,
    Nothing,
    NotModelled,
    Stops,
    Writes,
)

_OWN = (VariableKind.LOCAL, VariableKind.PARAMETER, VariableKind.TEMPORARY, VariableKind.RETURN)


class FunctionFlow:
    """One function, with what is assumed of the others at present."""

    def __init__(self, whole: AssumedFacts, function: Function) -> None:
        self._whole = whole
        self._program = whole.program
        self._function = function
        self._fills = whole.fills(function)
        self._state = PointeeFacts({})
        self._is_dead = False
        self._edge: Edge | None = None
        self._doubts: list[tuple[Operation, Lvalue]] = []

    def run(self) -> None:
        """Tell callers and callees what holds here."""
        found = self._states()
        exit = None if self._function.exit is None else found.get(self._function.exit)
        if exit is not None:
            self._whole.leave(self._function, tuple(self._of_parameters(exit)), ALL)

    def doubtful(self) -> list[tuple[Operation, Lvalue]]:
        """The operations with what they may read unwritten."""
        found = self._states()
        self._doubts = []
        for node, state in found.items():
            for edge in node.leaving:
                self._after(edge, state)
        return self._doubts

    def _of_parameters(self, exit: PointeeFacts) -> Iterator[int]:
        """Of what they led to when the function began."""
        assigned = {root for root in map(_assigned, _operations_of(self._function)) if root is not None}
        for parameter in self._function.parameters:
            is_kept = self._is_pointer(parameter) and parameter not in assigned
            yield exit.known.get(parameter, 0) if is_kept else 0

    def _states(self) -> dict[Node, PointeeFacts]:
        entry, order = self._function.entry, self._whole.facts.loops(self._function).rpo_index
        assert entry is not None
        found, waiting = {entry: self._beginning()}, {entry}
        while waiting:
            node = min(waiting, key=lambda each: order.get(each, 0))
            waiting.discard(node)
            for edge in node.leaving:
                arriving = self._after(edge, found[node])
                if arriving is None:
                    continue
                known = found.get(edge.target)
                both = arriving if known is None else known.joined(arriving)
                if known is None or both != known:
                    found[edge.target] = both
                    waiting.add(edge.target)
        return found

    def _beginning(self) -> PointeeFacts:
        entry = self._whole.entry(self._function)
        known = {}
        for parameter in self._function.parameters:
            follows = self._is_pointer(parameter) or not is_scalar(parameter.type)
            known[parameter] = entry.get(parameter, 0) if follows else ALL
        return PointeeFacts({each: bits for each, bits in known.items() if bits})

    def _after(self, edge: Edge, before: PointeeFacts) -> PointeeFacts | None:
        self._state, self._is_dead, self._edge = before.copy(), False, edge
        for number, operation in enumerate(flatten(edge.operation)):
            self._perform(operation)
            if self._is_dead:
                return None
            if not number:
                for fill in self._fills.get(edge, ()):
                    self._filled(fill)
        return self._state

    def _filled(self, fill: Filled) -> None:
        """A loop has come to its end that writes elements."""
        spot = spot_of(fill.pointer, self._is_pointer)
        if spot is None or self._is_lost(fill.pointer):
            return
        is_pointer = self._is_pointer(spot[0])
        if not is_pointer and self._whole.is_overwritten(spot[0], fill.loop):
            return
        if fill.bits is not None:
            self._state.writes(spot, fill.bits, is_pointer=is_pointer)
        if is_pointer and not spot[1] and fill.is_all_of(self._state.sizes.get(spot[0]), self._program.machine):
            self._state.fills_block(spot[0])

    def _is_pointer(self, variable: Variable) -> bool:
        """Is it followed where it leads?"""
        is_own = variable.function == self._function.name and variable.kind in _OWN
        return is_own and isinstance(variable.type, PointerType) and variable not in self._program.address_taken

    def _is_lost(self, pointer: Expr) -> bool:
        return self._whole.is_poisoned(self._whole.region(pointer))

    def _known(self, variable: Variable) -> int:
        """The bits of a variable in memory that are written."""
        is_reached = variable in self._program.address_taken or variable.is_static
        if is_reached and self._whole.is_poisoned(self._whole.region_of(variable)):
            return 0
        if variable.is_static or variable.kind is VariableKind.STRING or variable in self._program.strings.objects:
            return ALL
        return self._state.known.get(variable, 0)

    def _leads_to(self, pointer: Expr) -> int:
        """The bits that are written from where a pointer leads."""
        match pointer:
            case Const() | FunctionAddress():
                return ALL
            case Cast(operand=operand) if isinstance(operand.type, PointerType):
                return self._leads_to(operand)
            case AddressOf(lvalue=lvalue):
                root, distance = distance_of(lvalue)
                return _moved(self._known(root.variable) if isinstance(root, Var) else self._leads_to(root.pointer), distance)
            case PointerAdd(pointer=inner, index=Const(value=index), stride=stride):
                return _moved(self._leads_to(inner), index * stride)
            case PointerAdd(pointer=inner):
                return _moved(self._leads_to(inner), None)
            case Var(variable=variable) if self._is_pointer(variable):
                return 0 if self._is_lost(pointer) else self._state.known.get(variable, 0)
            case _:
                return self._whole.loaded(pointer)

    def _writes(self, pointer: Expr, bits: int) -> None:
        """These bits are written where a pointer leads."""
        spot = spot_of(pointer, self._is_pointer)
        if spot is not None and bits:
            self._state.writes(spot, bits, is_pointer=self._is_pointer(spot[0]))

    def _publish(self, value: Expr) -> None:
        if isinstance(value.type, PointerType):
            self._whole.publish(value, self._leads_to(value))

    def _address(self, lvalue: Lvalue) -> AddressOf:
        return AddressOf(lvalue, self._program.machine.pointer(lvalue.type))

    def _read(self, expr: Expr, operation: Operation) -> None:
        """The value of an expression is used."""
        match expr:
            case AddressOf(lvalue=lvalue):
                self._locate(lvalue, operation)
            case Var() | Deref() | Member() | Index():
                self._locate(expr, operation)
                if is_scalar(expr.type) and is_in_memory(self._program, expr):
                    self._load(expr, operation)
            case _:
                for child in children(expr):
                    self._read(child, operation)
                if isinstance(expr, Cast) and isinstance(expr.type, IntType) and not expr.type.is_bool:
                    self._publish(expr.operand)

    def _locate(self, lvalue: Lvalue, operation: Operation) -> None:
        match lvalue:
            case Deref(pointer=pointer):
                self._read(pointer, operation)
            case Member(base=base):
                self._locate(base, operation)
            case Index(base=base, index=index):
                self._locate(base, operation)
                self._read(index, operation)
            case Var():
                pass

    def _load(self, lvalue: Lvalue, operation: Operation) -> None:
        place = bit_place(lvalue)
        root = place.root
        known = self._known(root.variable) if isinstance(root, Var) else self._leads_to(root.pointer)
        needed = place.bits if place.bits is not None else place.around
        if known == ALL or (needed is not None and not needed & ~known):
            return
        self._doubts.append((operation, lvalue))
        if place.bits is not None:  # no run goes on without it being written
            self._writes(self._address(root), place.bits)

    def _perform(self, operation: Operation) -> None:
        if self._program.strings.makes(operation):
            return
        match operation:
            case Assign(lvalue=lvalue, value=value):
                self._assign(operation, lvalue, value)
            case Havoc(lvalue=lvalue):
                self._locate(lvalue, operation)
                self._is_written(lvalue, None)
            case Declare(variable=variable):
                self._declare(operation, variable)
            case Call():
                self._call(operation)
            case Return(value=value) if value is not None:
                result = ALL
                if is_scalar(value.type):
                    self._read(value, operation)
                    result = self._leads_to(value) if isinstance(value.type, PointerType) else ALL
                else:
                    assert isinstance(value, (Var, Deref, Member, Index))
                    self._locate(value, operation)
                    source = self._leads_to(self._address(value))
                    result = ALL if covers(source, value.type) else source
                if result != ALL:
                    self._whole.leave(self._function, (ALL,) * len(self._function.parameters), result)
            case Assume(condition=condition, truth=truth):
                self._read(condition, operation)
                if (pointer := _null(condition, truth)) is not None and self._is_pointer(pointer):
                    self._state.fills_block(pointer)  # there is none
            case End(variable=variable):
                self._state.known.pop(variable, None)
            case _:
                pass

    def _assign(self, operation: Operation, lvalue: Lvalue, value: Expr) -> None:
        self._locate(lvalue, operation)
        if isinstance(value, (Var, Deref, Member, Index)) and (
            not is_scalar(value.type) or is_byte_copy(operation, lambda each: is_in_memory(self._program, each))
        ):
            self._locate(value, operation)
            self._copy(self._address(lvalue), self._leads_to(self._address(value)), lvalue)
        else:
            self._read(value, operation)
            self._is_written(lvalue, value)

    def _is_written(self, lvalue: Lvalue, value: Expr | None) -> None:
        """A scalar or an object gets a value; None is one that comes from outside."""
        if isinstance(lvalue, Var) and not is_in_memory(self._program, lvalue):
            self._set(lvalue.variable, value)
            return
        if value is not None:
            self._publish(value)
        place = bit_place(lvalue)
        bits = place.bits if is_scalar(lvalue.type) else None
        root, distance = distance_of(lvalue)
        if bits is not None:
            self._writes(self._address(root), bits)
        elif not is_scalar(lvalue.type) and distance == 0 and isinstance(lvalue, Var):
            self._writes(self._address(root), ALL)
        elif not is_scalar(lvalue.type) and distance is not None:
            self._writes(self._address(root), near_ones(lvalue.type.size, distance))

    def _set(self, variable: Variable, value: Expr | None) -> None:
        """A variable outside of memory gets a value."""
        if not self._is_pointer(variable):
            self._state.is_changed(variable)
            if value is not None:
                self._publish(value)
            return
        bits = ALL if value is None else self._leads_to(value)
        spot = None if value is None else spot_of(value, self._is_pointer)
        if spot is not None and self._is_pointer(spot[0]) and not spot[1]:
            if spot[0] is not variable:
                self._state.is_copied(variable, spot[0])
            return
        leads = self._led(spot)
        self._state.is_changed(variable)
        if bits:
            self._state.known[variable] = bits
        if leads is not None:
            self._state.leads[variable] = leads

    def _led(self, spot: Spot | None) -> Spot | None:
        """The variable in memory where a spot is."""
        if spot is None or not self._is_pointer(spot[0]):
            return spot
        found = self._state.leads.get(spot[0])
        return None if found is None else (found[0], found[1] + spot[1])

    def _copy(self, target: Expr, source: int, lvalue: Lvalue) -> None:
        """A structure, or a byte, with these bits of it written."""
        self._copied(target, source, lvalue.type.size, covers(source, lvalue.type))

    def _copied(self, target: Expr, source: int, size: int, is_clean: bool) -> None:
        spot = spot_of(target, self._is_pointer)
        if is_clean:
            self._writes(target, ALL if self._is_whole(spot, size) else near_ones(size))
            return
        named = _named(target)
        if named is None or named.is_static or named in self._program.address_taken:
            self._whole.poison(self._whole.region(target) if named is None else self._whole.region_of(named))
        elif self._edge is not None:
            self._whole.overwrite(self._function, named, self._edge)
        if named is not None:
            # Bits of a variable become what bits of another one are.
            at = None if spot is None else spot[1]
            before = self._state.known.get(named, 0)
            if at is None:
                bits = 0
            else:
                kept = before & near_ones(max(named.type.size, 1)) & ~near_ones(size, at)
                bits = kept | (shifted(source & near_ones(size), at) or 0)
            if bits:
                self._state.known[named] = bits
            else:
                self._state.known.pop(named, None)

    def _is_whole(self, spot: Spot | None, size: int) -> bool:
        """Are so many bytes from a spot on all of a variable?"""
        if spot is None or self._is_pointer(spot[0]) or spot[1]:
            return False
        room = object_size(spot[0])
        return room is not None and size >= room

    def _declare(self, declare: Declare, variable: Variable) -> None:
        if declare.length is not None:
            self._read(declare.length, declare)
        if variable.is_static:
            return
        if not is_in_memory(self._program, Var(variable)):
            self._state.is_changed(variable)
            return
        if declare.keeps and not declare.zeroed and variable in self._program.address_taken:
            self._whole.poison(self._whole.region_of(variable))
        for each in [each for each, spot in self._state.leads.items() if spot[0] is variable]:
            del self._state.leads[each]
        if declare.zeroed or is_generated(declare.origin):
            self._state.known[variable] = ALL
        else:
            self._state.known.pop(variable, None)

    def _call(self, call: Call) -> None:
        for expr in expressions_of(call):
            if expr is call.result:
                self._locate(expr, call)
            elif is_scalar(expr.type):
                self._read(expr, call)
            else:
                self._locate(expr, call)  # type: ignore[arg-type] # only an lvalue is a structure
        functions = self._whole.facts.called_by(call)
        effects = [self._effect(call, function) for function in functions] or [(ALL, self._given(call))]
        self._is_dead = bool(functions) and all(each is None for each in effects)
        known = [each for each in effects if each is not None]
        for number, argument in enumerate(call.arguments):
            if isinstance(argument.type, PointerType):
                self._writes(argument, _in_all(writes.get(number, 0) for _, writes in known))
        bits = _in_all(result for result, _ in known)
        if call.result is None:
            return
        if not is_scalar(call.result.type):
            self._copied(self._address(call.result), bits, call.result.type.size, covers(bits, call.result.type))
            return
        if isinstance(call.result, Var) and self._is_pointer(call.result.variable):
            variable = call.result.variable
            self._state.is_changed(variable)
            if bits:
                self._state.known[variable] = bits
            if (size := self._allocated(call)) is not None:
                self._state.sizes[variable] = size
            return
        if isinstance(call.result.type, PointerType) or (
            bits != ALL and isinstance(call.callee, Function) and isinstance(call.callee.type.result, PointerType)
        ):
            self._whole.publish(call.result, bits)
        self._is_written(call.result, None)

    def _effect(self, call: Call, function: Function) -> tuple[int, dict[int, int]] | None:
        """What is known of the result, and what is written where arguments lead; None if it does not return."""
        if function.is_defined:
            self._pass(call, function)
            writes = {number: self._whole.exit(function, number) for number in range(len(call.arguments))}
            return self._whole.returned(function), writes
        effect = self._whole.library.effect(function, call.arguments)
        return None if isinstance(effect, Stops) else self._without_body(call, function, effect)

    def _allocated(self, call: Call) -> Expr | None:
        """How many bytes a fresh block has."""
        if not isinstance(call.callee, Function) or call.callee.is_defined:
            return None
        effect = self._whole.library.effect(call.callee, call.arguments)
        if not isinstance(effect, Allocates) or len(effect.size) != 1:
            return None
        size = call.arguments[effect.size[0]]
        return size if all(map(self._is_local, subexpressions(size))) else None

    def _is_local(self, expr: Expr) -> bool:
        """Does nothing change it but an assignment in this function to one of its variables?"""
        match expr:
            case Var(variable=variable):
                return variable.function == self._function.name and not is_in_memory(self._program, expr)
            case _:
                return isinstance(expr, (Const, Cast, Binary, Unary))

    def _pass(self, call: Call, function: Function) -> None:
        self._whole.call(self._function, function)
        for parameter, argument in zip(function.parameters, call.arguments, strict=False):
            if not is_scalar(argument.type):
                source = self._leads_to(self._address(argument))  # type: ignore[arg-type] # an lvalue
                self._whole.enter(function, parameter, ALL if covers(source, argument.type) else source)
            elif isinstance(argument.type, PointerType):
                self._whole.enter(function, parameter, self._leads_to(argument))
                if parameter in self._program.address_taken or not isinstance(parameter.type, PointerType):
                    self._publish(argument)
        for argument in call.arguments[len(function.parameters) :]:
            self._publish(argument)

    def _without_body(self, call: Call, function: Function, effect: Effect | None) -> tuple[int, dict[int, int]]:
        """What is known of the result of a function, and what it writes where arguments lead."""
        arguments = call.arguments
        if any(_is_function(argument) for argument in arguments):
            for argument in arguments:
                self._publish(argument)
        match effect:
            case Allocates(zeroed=zeroed):
                return (ALL if zeroed or is_generated(call.origin) else 0), {}
            case Fills():
                return self._leads_to(arguments[0]), {0: self._length(arguments[0], arguments[2])}
            case Copies():
                self._copy_bytes(arguments[0], arguments[1], arguments[2])
                return self._leads_to(arguments[0]), {}
            case Finds():
                return (ALL if self._leads_to(arguments[0]) == ALL else 0), {}
            case Writes(returns=int(number)):
                return self._leads_to(arguments[number]), {}
            case None | NotModelled():
                return ALL, {} if function.name.startswith(NONDET_PREFIXES) and not arguments else self._given(call)
            case Arbitrary() | Assumes() | Stops() | Nothing() | Frees() | Writes() | Formats():
                return ALL, {}

    def _given(self, call: Call) -> dict[int, int]:
        """A function of which nothing is known is taken to write what it is given."""
        return dict.fromkeys(range(len(call.arguments)), ALL)

    def _length(self, pointer: Expr, length: Expr) -> int:
        """The bits of so many bytes; all if that is the size of the block."""
        spot = spot_of(pointer, self._is_pointer)
        if isinstance(length, Const):
            return ALL if self._is_whole(spot, length.value) else ones(length.value) if 0 <= length.value <= FARTHEST else 0
        is_block = spot is not None and not spot[1] and self._state.sizes.get(spot[0]) == length
        return ALL if is_block else 0

    def _copy_bytes(self, target: Expr, source: Expr, length: Expr) -> None:
        known, named = self._leads_to(source), _named(source)
        if not isinstance(length, Const) or not 0 <= length.value <= FARTHEST:
            if known != ALL:
                self._copied_somewhere(target)
            return
        is_clean = has_bits(known, ones(length.value))
        if not is_clean and named is not None and length.value == named.type.size:
            is_clean = covers(known, named.type)
        self._copied(target, known, length.value, is_clean)

    def _copied_somewhere(self, target: Expr) -> None:
        """Bytes that may be unwritten, nobody knows how many."""
        self._whole.poison(self._whole.region(target))
        if (named := _named(target)) is not None:
            self._state.known.pop(named, None)


def _named(pointer: Expr) -> Variable | None:
    """The variable in memory that a pointer leads to by its text."""
    match pointer:
        case Cast(operand=operand) if isinstance(operand.type, PointerType):
            return _named(operand)
        case PointerAdd(pointer=inner):
            return _named(inner)
        case AddressOf(lvalue=lvalue):
            root, _ = distance_of(lvalue)
            return root.variable if isinstance(root, Var) else _named(root.pointer)
        case _:
            return None


def _null(condition: Expr, truth: bool) -> Variable | None:
    """The variable that is a null pointer where a condition holds, or does not."""
    match condition:
        case Unary(op=UnaryOp.NOT, operand=operand):
            return _null(operand, not truth)
        case Cast(operand=operand, type=IntType(width=1)):
            return _null(operand, truth)
        case Binary(op=BinaryOp.NE, left=left, right=Const(value=0)):
            return _null(left, truth)
        case Binary(op=BinaryOp.EQ, left=left, right=Const(value=0)):
            return _null(left, not truth)
        case Cast(operand=operand) if isinstance(condition.type, PointerType) and isinstance(operand.type, PointerType):
            return _null(operand, truth)
        case Var(variable=variable) if isinstance(variable.type, PointerType) and not truth:
            return variable
        case _:
            return None


def _in_all(sets: Iterable[int]) -> int:
    found = ALL
    for each in sets:
        found &= each
    return found


def _moved(bits: int, distance: int | None) -> int:
    """Counted from so many bytes on."""
    if bits == ALL:
        return ALL
    return 0 if distance is None or distance < 0 else bits >> 8 * distance


def _is_function(expr: Expr) -> bool:
    return isinstance(expr.type, PointerType) and isinstance(expr.type.target, FunctionType)


def _assigned(operation: Operation) -> Variable | None:
    match operation:
        case Assign(lvalue=Var(variable=variable)) | Havoc(lvalue=Var(variable=variable)) | Call(result=Var(variable=variable)):
            return variable
        case _:
            return None


def _operations_of(function: Function) -> Iterator[Operation]:
    return (part for edge in function.edges() for part in flatten(edge.operation))
