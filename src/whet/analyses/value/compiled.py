"""The transfer relation by compilation: one Python function per edge, generated once and used for every state.

The function reads the slots the edge needs into local variables, runs the operations in straight line, returns ``()`` where an
assumption does not hold, and builds a new state only if something changed.  What is rare (an address in arithmetic, a variable
declared anew while somebody points to it, a structure that is returned) goes to the interpreted transfer (``slow``).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import CodeType
from typing import Any

from whet.analyses.value.effects import ValueEffects
from whet.analyses.value.interpreted import InterpretedTransfer
from whet.analyses.value.layout import Layout
from whet.analyses.value.learning import NoSolution, solve
from whet.analyses.value.memory import AbstractMemory
from whet.analyses.value.precision import Precision
from whet.analyses.value.state import Callers, Slots, ValueState, scrub
from whet.analyses.value.store import Saver, Store, bits_of_lvalue
from whet.analyses.value.translate import Piece, SummedAddress, ValueTranslator, identifier, type_name
from whet.analyses.value.values import AbstractValue, Address, binary, passing
from whet.cfa import operations as ops
from whet.cfa.equations import UnknownPlace, equation_of, unknown_of
from whet.cfa.expressions import BinaryOp, Const, Expr, FloatConst, Lvalue, Var, Variable, VariableKind
from whet.cfa.library import is_stream
from whet.cfa.model import Edge, Function
from whet.cfa.types import CType, FloatType, PointerType, is_scalar
from whet.core.interfaces import Post
from whet.library.effects import (
    Allocates,
    Arbitrary,
    Assumes,
    Copies,
    Fills,
    Formats,
    Frees,
    Measures,
    Nothing,
    NotModelled,
    Stops,
    Tells,
    Writes,
)


class CompiledTransfer:
    """Makes the functions of edges."""

    def __init__(self, layout: Layout, store: Store, effects: ValueEffects, interpreted: InterpretedTransfer) -> None:
        self._layout = layout
        self._store = store
        self._effects = effects
        self._interpreted = interpreted
        self._codes: dict[str, CodeType] = {}
        """Compiled texts: many edges of a program have the same one."""

    def post(self, edge: Edge) -> Post[ValueState, Precision] | None:
        slow = self._interpreted.post(edge)
        if edge.source.function is self._layout.program.start:
            return slow  # executed once: compiling takes longer
        writer = self._writer(edge)
        if writer.does_nothing:
            return None
        namespace = writer.namespace | {"slow": slow}
        text = writer.text
        code = self._codes.get(text)
        if code is None:
            code = self._codes[text] = compile(text, "<value transfer>", "exec")
        exec(code, namespace)
        made: Post[ValueState, Precision] = namespace["post"]
        return made

    def source(self, edge: Edge) -> str:
        """The text of an edge's function."""
        return self._writer(edge).text

    def _writer(self, edge: Edge) -> EdgeWriter:
        return EdgeWriter(self._layout, self._store, self._effects, edge)


class EdgeWriter:
    """Writes the function of one edge."""

    def __init__(self, layout: Layout, store: Store, effects: ValueEffects, edge: Edge) -> None:
        self._layout = layout
        self._store = store
        self._effects = effects
        self._lines: list[str] = []
        self._indent = 1
        self._assigned: dict[Variable, None] = {}
        self._learned: dict[Variable, None] = {}
        self._stores = False
        operations = ops.flatten(edge.operation)
        self._is_leaving = isinstance(operations[0], ops.Leave)
        self._function = edge.target.function if self._is_leaving else edge.source.function
        self._translator = ValueTranslator(layout, store, self._function, self._emit)
        self._is_open = True
        """Does control come to the end of what was written?"""
        for operation in operations:
            if self._is_open:
                self._write(operation)
        if self._is_open:
            self._finish()

    @property
    def namespace(self) -> dict[str, Any]:
        return {**self._translator.namespace, "State": ValueState, "Callers": Callers}

    @property
    def does_nothing(self) -> bool:
        return self._lines == [" return (s,)"]

    @property
    def text(self) -> str:
        head, tail = ["def post(s, p):"], []
        indent = " "
        if self._translator.calculates and self._layout.addresses_in_integers:
            head.append(" try:")
            tail = [" except TypeError:  # arithmetic on an address", "  return slow(s, p)"]
            indent = "  "
        uses = self._translator.uses
        lines = [*[f" {name} = {text}" for name, text in self._parts.items() if name in uses], *self._lines]
        return "\n".join([*head, *(indent + line[1:] for line in lines), *tail, ""])

    @property
    def _parts(self) -> dict[str, str]:
        """What the names stand for at the beginning: a call is left in the caller's frame."""
        depth = "(s.callers.depth - 1)" if self._is_leaving else "s.callers.depth"
        frame = "s.callers.frame" if self._is_leaving else "s.frame"
        return {"g": "s.globals", "f": frame, "m": "s.memory", "b": f"{depth} * {self._layout.count}"}

    def _emit(self, line: str) -> None:
        self._lines.append(" " * self._indent + line)

    def _stop(self, line: str) -> None:
        self._emit(line)
        self._is_open = False

    def _write(self, operation: ops.Operation) -> None:
        match operation:
            case ops.Assume(condition=condition, truth=truth):
                self._assume(condition, truth)
            case ops.Assign(lvalue=lvalue, value=value):
                self._assign(lvalue, value)
            case ops.Havoc(lvalue=lvalue):
                self._havoc(lvalue)
            case ops.Declare():
                self._declare(operation)
            case ops.End(variable=variable):
                self._end(variable)
            case ops.Call():
                self._call(operation)
            case ops.Return(value=value):
                if value is not None and self._function.return_variable is not None:
                    self._assign(Var(self._function.return_variable), value)
            case ops.Enter():
                self._enter(operation)
            case ops.Leave():
                self._leave(operation)
            case ops.Skip() | ops.Unsupported():
                pass
            case ops.Block():
                raise AssertionError("blocks are taken apart")

    def _finish(self) -> None:
        """Return the state itself if nothing changed, otherwise a new one."""
        self._assigned = dict.fromkeys((*self._assigned, *self._learned)) if self._assigned else {}
        changing = self._assigned or self._learned
        if not changing and not self._stores:
            return self._emit("return (s,)")
        same = "==" if self._assigned else "is"
        tests = [f"{self._translator.slots[each]} {same} {self._held(each)}" for each in changing]
        tests += ["m is s.memory"] if self._stores else []
        self._emit(f"if {' and '.join(tests)}:")
        self._emit(" return (s,)")
        self._rebuild()
        self._emit(f"return (State({self._part('g')}, {self._part('f')}, s.callers, {self._part('m')}),)")

    def _part(self, name: str) -> str:
        """The globals, the frame or the memory of the new state."""
        return name if name in self._translator.uses else self._parts[name]

    def _held(self, variable: Variable) -> str:
        where = "g" if variable.is_static else "f"
        self._translator.uses.add(where)
        return f"{where}[{self._layout.slot(variable, self._function)}]"

    def _rebuild(self) -> None:
        """Make the tuples with the new values of slots."""
        slots = {**self._assigned, **self._learned}
        for where in ("g", "f"):
            changes = {
                self._layout.slot(variable, self._function): self._translator.slots[variable]
                for variable in slots
                if variable.is_static == (where == "g")
            }
            if changes:
                self._translator.uses.add(where)
                self._rebuild_tuple(where, changes)

    def _rebuild_tuple(self, where: str, changes: dict[int, str]) -> None:
        if len(changes) == 1:
            ((index, name),) = changes.items()
            self._emit(f"{where} = {where}[:{index}] + ({name},) + {where}[{index + 1}:]")
            return
        self._emit(f"l = list({where})")
        for index, name in changes.items():
            self._emit(f"l[{index}] = {name}")
        self._emit(f"{where} = tuple(l)")

    def _store_memory(self, text: str) -> None:
        self._translator.memory()
        self._emit(f"m = {text}")
        self._stores = True

    def _assign(self, lvalue: Lvalue, value: Expr) -> None:
        if is_scalar(lvalue.type):
            self._write_scalar(lvalue, self._translator.value(value))
        else:
            self._copy(self._translator.place(lvalue), value, lvalue.type.size)

    def _write_scalar(self, lvalue: Lvalue, piece: Piece | None) -> None:
        if isinstance(lvalue, Var) and self._layout.is_slot(lvalue.variable):
            self._translator.set_slot(lvalue.variable, piece)
            self._assigned[lvalue.variable] = None
            return
        value = "None" if piece is None else self._translator.nullable(piece)
        self._save(self._translator.place(lvalue), lvalue, value)

    def _save(self, place: SummedAddress, lvalue: Lvalue, value: str) -> None:
        bits = bits_of_lvalue(lvalue)
        saver = self._store.saver(lvalue.type, bits)
        save = self._translator.refer(f"save_{type_name(lvalue.type)}", saver, lvalue.type, bits)
        self._store_memory(f"{save}(m, {self._where(place)}, {value})")

    def _where(self, place: SummedAddress) -> str:
        return f"{place.object}, {self._translator.nullable(place.offset)}"

    def _copy(self, target: SummedAddress, source: Expr, size: int) -> None:
        copy = self._translator.refer("copy", self._store.copy, "copy")
        origin = self._translator.place(source)  # type: ignore[arg-type]  # a structure is an lvalue
        self._store_memory(f"{copy}(m, ({self._where(target)}), ({self._where(origin)}), {size})")

    def _havoc(self, lvalue: Lvalue) -> None:
        if is_scalar(lvalue.type):
            self._write_scalar(lvalue, None)
        else:
            forget = self._translator.refer("forget", self._store.forget, "forget")
            self._store_memory(f"{forget}(m, {self._where(self._translator.place(lvalue))}, {lvalue.type.size})")

    def _declare(self, declare: ops.Declare) -> None:
        variable = declare.variable
        if variable.kind is VariableKind.STRING or variable.is_table:
            return
        zeroed = declare.zeroed and not is_stream(variable)
        if self._layout.is_slot(variable):
            self._write_scalar(Var(variable), Piece("0") if zeroed else None)
            return
        size = str(self._layout.size_of(variable))
        if declare.length is not None:
            size = self._length(declare.length)
        if variable in self._layout.program.address_taken and not variable.is_static and not declare.keeps:
            # Pointers to the object that dies become unknown: that is rare and left to the interpreted transfer
            object = self._translator.object_of(variable)
            test = f"{object} in {self._translator.memory()}.objects"
            if variable not in self._translator.addressed:
                test += f" and {self._translator.refer('is_held', _is_held, 'is_held')}(s, m, {object})"
            self._emit(f"if {test}:")
            self._emit(" return slow(s, p)")
        make = self._translator.refer("declare", self._store.declare, "declare")
        first = (variable.contents or b"") if zeroed else None
        given = self._translator.refer(f"first{variable.number}", first, "first") if first else repr(first)
        self._store_memory(f"{make}(m, {self._translator.object_of(variable)}, {size}, {given})")

    def _end(self, variable: Variable) -> None:
        """The object dies.  If a pointer to it is left, which is rare, the interpreted transfer forgets that."""
        if variable in self._translator.addressed:
            self._stop("return slow(s, p)")
            return
        object = self._translator.object_of(variable)
        is_held = self._translator.refer("is_held", _is_held, "is_held")
        self._emit(f"if {is_held}(s, {self._translator.memory()}, {object}):")
        self._emit(" return slow(s, p)")
        without = self._translator.refer("without_object", AbstractMemory.without_object, "without_object")
        self._store_memory(f"{without}(m, {object})")

    def _length(self, length: Expr) -> str:
        size = self._translator.refer("size", _size, "size")
        return self._translator.call(size, self._translator.nullable(self._translator.value(length))).text

    def _assume(self, condition: Expr, truth: bool) -> None:
        equation = equation_of(condition, truth)
        if equation is not None and (self._unknown_of(equation.left) or self._unknown_of(equation.right)):
            self._assume_equal(equation.left, equation.right)
            return
        piece = self._translator.truth(condition)
        fails = f"not {piece.text}" if truth else piece.text
        known = "".join(f"{name} is not None and " for name in piece.unknown)
        self._emit(f"if {known}{fails}:")
        self._emit(" return ()")

    def _assume_equal(self, left: Expr, right: Expr) -> None:
        """Both values known: they must be equal.  One of them: the other follows."""
        sides = [(left, self._translator.named(self._translator.value(left)))]
        sides.append((right, self._translator.named(self._translator.value(right))))
        places = [self._unknown_place(side) for side, piece in sides if piece.unknown]
        keyword = "if"
        for index, (_side, piece) in enumerate(sides):
            other, found = sides[1 - index]
            if piece.unknown:
                self._emit(f"{keyword} {piece.text} is None:")
                self._learn_from(places.pop(0), other, found)
                keyword = "elif"
        self._emit(f"{keyword} {self._differ(left, right, sides[0][1].text, sides[1][1].text)}:")
        self._emit(" return ()")
        for index, (side, piece) in enumerate(sides):
            if piece.unknown and not sides[1 - index][1].unknown and self._is_told(side):
                self._translator.known.add(piece.text)

    def _differ(self, left: Expr, right: Expr, first: str, second: str) -> str:
        """A condition that holds if two known values are different for certain."""
        if isinstance(left.type, FloatType):
            equal = self._translator.refer("eq", binary(BinaryOp.EQ, left.type), BinaryOp.EQ, left.type)
            return f"{equal}({first}, {second}) == 0"
        if self._translator.may_be_address(left) or self._translator.may_be_address(right):
            return f"{first} != {second} and equal({self._translator.memory()}, {first}, {second}) == 0"
        return f"{first} != {second}"

    def _is_told(self, side: Expr) -> bool:
        """Is the side the slot of an integer, which has a value after any comparison with a known one?"""
        if not isinstance(side, Var) or not self._layout.is_slot(side.variable) or self._unknown_of(side) is None:
            return False
        return not isinstance(side.type, FloatType)

    def _unknown_of(self, side: Expr) -> UnknownPlace | None:
        return unknown_of(side, truth_values_are_sound=self._layout.truth_values_are_sound)

    def _unknown_place(self, side: Expr) -> tuple[UnknownPlace, SummedAddress | None] | None:
        """What is learnt if the side is unknown; places in memory are computed beforehand."""
        unknown = self._unknown_of(side)
        if unknown is None:
            return None
        if isinstance(unknown.lvalue, Var) and self._layout.is_slot(unknown.lvalue.variable):
            return unknown, None
        place = self._translator.place(unknown.lvalue)
        return unknown, SummedAddress(place.object, 0, (self._translator.named(place.offset),))

    def _learn_from(self, target: tuple[UnknownPlace, SummedAddress | None] | None, other: Expr, found: Piece) -> None:
        """The branch in which a side is unknown: if the other side is known, this one follows."""
        self._indent += 1
        if target is None:
            self._emit("pass")
        elif isinstance(other, Const | FloatConst):
            self._learn_constant(*target, other.value if isinstance(other, Const) else other.bits)
        else:
            if found.unknown:
                self._emit(f"if {found.text} is not None:")
                self._indent += 1
            self._learn_value(*target, found.text)
            self._indent -= bool(found.unknown)
        self._indent -= 1

    def _learn_constant(self, unknown: UnknownPlace, place: SummedAddress | None, value: int) -> None:
        match solve(unknown, value):
            case NoSolution.CONTRADICTION:
                self._emit("return ()")
            case NoSolution.OPEN:
                self._emit("pass")
            case solution:
                self._learn(unknown.lvalue, place, str(solution))

    def _learn_value(self, unknown: UnknownPlace, place: SummedAddress | None, value: str) -> None:
        if unknown.casts or place is not None or isinstance(unknown.lvalue.type, FloatType):
            solver = self._translator.refer("solve", partial(solve, unknown), unknown)
            open_, contradiction = self._translator.refer("OPEN", NoSolution.OPEN, NoSolution.OPEN), "CONTRADICTION"
            self._translator.refer(contradiction, NoSolution.CONTRADICTION, NoSolution.CONTRADICTION)
            solution = self._translator.temporary()
            self._emit(f"{solution} = {solver}({value})")
            self._emit(f"if {solution} is {contradiction}:")
            self._emit(" return ()")
            self._emit(f"if {solution} is not {open_}:")
            self._indent += 1
            self._learn(unknown.lvalue, place, solution)
            self._indent -= 1
        else:
            self._learn(unknown.lvalue, place, value)

    def _learn(self, lvalue: Lvalue, place: SummedAddress | None, value: str) -> None:
        if place is None:
            assert isinstance(lvalue, Var)
            self._emit(f"{self._translator.slots[lvalue.variable]} = {value}")
            self._learned[lvalue.variable] = None
            return
        bits = bits_of_lvalue(lvalue)
        saver = _careful(self._store, self._store.saver(lvalue.type, bits), lvalue.type)
        learn = self._translator.refer(f"learn_{type_name(lvalue.type)}", saver, lvalue.type, bits)
        self._store_memory(f"{learn}(m, {place.object}, {place.offset.text}, {value})")

    def _call(self, call: ops.Call) -> None:
        if not isinstance(call.callee, Function) or call.callee.is_defined:
            self._stop("return slow(s, p)")
            return
        match self._effects.effect(call):
            case Stops():
                self._stop("return ()")
            case Assumes():
                self._assume(call.arguments[0], True)
                if call.result is not None:
                    self._havoc(call.result)
            case Measures() | Tells() if call.result is not None:
                self._call_model(call, call.callee)
            case Arbitrary() | Nothing():
                if call.result is not None:
                    self._havoc(call.result)
            case Frees():
                # Something always points to a block that is freed, so that there is always a search; it is not written out
                pointer = self._translator.nullable(self._translator.value(call.arguments[0]))
                self._emit(f"if type({pointer}) is Address and ({pointer}).object < 0:")
                self._emit(" return slow(s, p)")
                if call.result is not None:
                    self._havoc(call.result)
            case Allocates() | Copies() | Fills() | Writes() | Formats() | NotModelled() | None:
                self._call_model(call, call.callee)

    def _call_model(self, call: ops.Call, callee: Function) -> None:
        scalars = [argument if is_scalar(argument.type) else None for argument in call.arguments]
        texts = [
            "None" if argument is None else self._translator.nullable(self._translator.value(argument)) for argument in scalars
        ]
        model = self._translator.refer(f"call_{identifier(callee.name)}", self._effects.model(call))
        result = self._translator.temporary()
        self._translator.memory()
        self._emit(f"m, {result} = {model}(m, ({''.join(text + ', ' for text in texts)}))")
        self._stores = True
        if call.result is None:
            return
        if is_scalar(call.result.type):
            self._write_scalar(call.result, Piece(result, (result,)))
        else:
            self._havoc(call.result)

    def _enter(self, enter: ops.Enter) -> None:
        function, arguments = enter.function, enter.call.arguments
        slots = self._layout.frame_slots[function]
        frame = ["None"] * len(slots)
        for index, parameter in enumerate(function.parameters):
            argument = arguments[index] if index < len(arguments) else None
            if parameter in slots:
                frame[slots[parameter]] = self._passed(argument, parameter.type)
        for index, parameter in enumerate(function.parameters):
            if parameter not in slots:
                self._enter_memory(parameter, arguments[index] if index < len(arguments) else None)
        slot_texts = "".join(f"{text}, " for text in frame)
        self._stop(f"return (State(s.globals, ({slot_texts}), Callers(s.frame, s.callers), {self._part('m')}),)")

    def _passed(self, argument: Expr | None, type: CType) -> str:
        """An argument as a parameter gets it."""
        if argument is None or not is_scalar(argument.type):
            return "None"
        piece = self._translator.value(argument)
        both_pointers = isinstance(argument.type, PointerType) and isinstance(type, PointerType)
        if argument.type == type or both_pointers:
            return self._translator.nullable(piece)
        return self._pass(piece, argument.type, type).text

    def _pass(self, piece: Piece, source: CType, target: CType) -> Piece:
        convert = _fitting(passing(source, target), self._layout.may_hold_address(target))
        name = self._translator.refer("passed", convert, source, target)
        return self._translator.call(name, self._translator.nullable(piece))

    def _enter_memory(self, parameter: Variable, argument: Expr | None) -> None:
        """A parameter that lives in memory; its object is one level above those of the caller."""
        self._translator.uses.add("b")
        object = self._translator.temporary("o")
        self._emit(f"{object} = {self._layout.number(parameter) + self._layout.count} + b")
        value = self._passed(argument, parameter.type) if is_scalar(parameter.type) else None
        make = self._translator.refer("declare", self._store.declare, "declare")
        self._store_memory(f"{make}(m, {object}, {self._layout.size_of(parameter)}, None)")
        if value is not None:
            self._save(SummedAddress(object), Var(parameter), value)
        elif argument is not None and not is_scalar(argument.type) and argument.type.size == parameter.type.size:
            self._copy(SummedAddress(object), argument, parameter.type.size)

    def _leave(self, leave: ops.Leave) -> None:
        result, function = leave.call.result, leave.function
        if result is not None and not is_scalar(result.type):
            self._stop("return slow(s, p)")
            return
        piece = None if result is None else self._returned(function, result.type)
        if self._layout.memory_locals(function):
            piece = self._bury(piece)
        if result is not None:
            self._write_scalar(result, piece)
        self._rebuild()
        self._stop(f"return (State({self._part('g')}, {self._part('f')}, s.callers.below, {self._part('m')}),)")

    def _returned(self, function: Function, type: CType) -> Piece | None:
        variable = function.return_variable
        if variable is None or not is_scalar(variable.type):
            return None
        piece = Piece("r", ("r",))
        self._emit(f"r = s.frame[{self._layout.frame_slots[function][variable]}]")
        both_pointers = isinstance(variable.type, PointerType) and isinstance(type, PointerType)
        return piece if variable.type == type or both_pointers else self._pass(piece, variable.type, type)

    def _bury(self, piece: Piece | None) -> Piece | None:
        """The callee's objects die; what pointed to them is unknown."""
        bury = self._translator.refer("bury", _bury, "bury")
        self._translator.uses.update("gmb")
        value = "None" if piece is None else piece.text
        self._emit(f"g, m, r = {bury}(g, m, {value}, b + {self._layout.count})")
        return None if piece is None else Piece("r", ("r",))


def _size(length: AbstractValue | None) -> int | None:
    return length if isinstance(length, int) and length >= 0 else None


def _is_held(state: ValueState, memory: AbstractMemory, object: int) -> bool:
    """Does some pointer point to the object?"""
    slots = (*state.globals, *state.frame)
    if any(isinstance(value, Address) and value.object == object for value in slots):
        return True
    return any(
        isinstance(value, Address) and value.object == object
        for held in memory.objects.values()
        if held.others
        for _, value in held.others.values()
    )


def _bury(
    globals: Slots, memory: AbstractMemory, value: AbstractValue | None, first: int
) -> tuple[Slots, AbstractMemory, AbstractValue | None]:
    """Without the objects from a number on, and without addresses of them."""
    is_dead = first.__le__
    if any(isinstance(each, Address) and each.object >= first for each in globals):
        globals = scrub(globals, is_dead)
    dies = isinstance(value, Address) and value.object >= first
    return globals, memory.without(is_dead), None if dies else value


def _careful(store: Store, save: Saver, type: CType) -> Saver:
    """Stores only where there is a place inside an object, and no address where the type never holds one."""
    may_hold_address = store.layout.may_hold_address(type)

    def learn(memory: AbstractMemory, object: int | None, offset: int | None, value: AbstractValue | None) -> AbstractMemory:
        if not store.can_save(memory, object, offset, type.size) or not (may_hold_address or isinstance(value, int)):
            return memory
        return save(memory, object, offset, value)

    return learn


def _fitting(
    convert: Callable[[AbstractValue | None], AbstractValue | None], may_hold_address: bool
) -> Callable[[AbstractValue | None], AbstractValue | None]:
    def apply(value: AbstractValue | None) -> AbstractValue | None:
        converted = convert(value)
        return converted if may_hold_address or isinstance(converted, int) else None

    return apply
