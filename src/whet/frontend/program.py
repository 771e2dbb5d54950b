"""From translation units to a ``Program``: only what the entry function can reach is lowered.

Functions are found where they are named; a body is lowered once.  Objects with static storage are found the same way
and initialised in the synthetic start function: first every object of all units begins to live as zeros, then the initialisers
are stored, then the entry function is called.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from whet.cfa.argument_blocks import ARGUMENTS
from whet.cfa.expressions import BinaryOp, Const, Var, Variable, VariableKind
from whet.cfa.library import TEXT_IS_WRITTEN, Library
from whet.cfa.model import Edge, Function, Node, Program, UnsupportedConstruct, reachable
from whet.cfa.operations import Assume, Call, Declare, Havoc, Return, Unsupported, flatten
from whet.cfa.sequencing import Unsequenced
from whet.cfa.source import Origin, Span
from whet.cfa.texts import NO_STRINGS, GivenStrings
from whet.cfa.types import VOID, CType, FunctionType, IntType, PointerType, StructType
from whet.cfa.uses import address_taken
from whet.frontend import folding
from whet.frontend.argument_checks import FILE as STRINGS_FILE
from whet.frontend.argument_lists import takes_list
from whet.frontend.builder import Builder
from whet.frontend.called_back import refuse_callbacks
from whet.frontend.clang import Cursor
from whet.frontend.compatible import Compatibility
from whet.frontend.errors import ConstructNotSupported, FrontendError
from whet.frontend.given_strings import (
    ASSUMED_OF_ENVIRONMENT,
    ASSUMED_OF_MAIN,
    GETENV,
    MainStrings,
    NamedVariables,
    asking_by_name,
    is_left_alone,
    looks_at_strings,
)
from whet.frontend.known_strings import FOR_STRINGS, leave_known_strings
from whet.frontend.library_variables import let_calls_change, let_calls_set
from whet.frontend.linking import AT, LinkedNames, is_external
from whet.frontend.shipped import Shipped
from whet.frontend.symbols import read_symbols, refuse_addresses
from whet.frontend.tree import Tree
from whet.frontend.type_reader import Structures
from whet.frontend.unit import TranslationUnit
from whet.frontend.unit_lowering import UnitLowering
from whet.frontend.unread_texts import leave_unread_texts
from whet.task.messages import programs

START = "__start"
"""Name of the synthetic function a program starts with."""


class ProgramLowering:
    """Lowers the units of a program: what they share, and the order in which things are lowered."""

    def __init__(
        self,
        units: Sequence[TranslationUnit],
        *,
        allocation_may_fail: bool = False,
        ends_blocks: bool = False,
        checks_arguments: bool = False,
        with_summaries: bool = False,
    ) -> None:
        self.machine = units[0].machine
        self.allocation_may_fail = allocation_may_fail
        self.ends_blocks = ends_blocks
        self.checks_arguments = checks_arguments
        self.without_body = Library()
        self.functions: dict[str, Function] = {}
        self.bodies: deque[tuple[UnitLowering, Function, Cursor]] = deque()
        self.with_body: set[str] = set()
        self.externals: dict[str, Variable] = {}
        """The variables with external linkage, by name."""
        self.globals: list[Variable] = []
        self.zeroed: dict[Variable, bool] = {}
        self.elsewhere: set[Variable] = set()
        """Variables that no unit defines, where anybody may have taken their address."""
        self._lengths: dict[Variable, Const] = {}
        """Sizes of objects that are greater than their types: structures whose flexible array is initialised."""
        self.initialisers: deque[tuple[UnitLowering, Variable, Tree, Span]] = deque()
        """Variable, initialiser and place of the declaration."""
        self._strings: dict[tuple[bytes, CType, str | None], Variable] = {}
        self.static_names: dict[str, int] = {}
        self._arguments: Variable | None = None
        self._given = NO_STRINGS
        """The texts that the start function makes."""
        self._made = 0
        self._unsequenced: list[Unsequenced] = []
        self.lost_consts: list[Origin] = []
        self._numbered = 0
        self.start = Builder(Function(START, FunctionType(VOID, (), False)))
        symbols = [read_symbols(unit, self.without_body) for unit in units]
        compatibility = Compatibility(units) if len(units) > 1 else None
        links = None if compatibility is None else LinkedNames(units, symbols, Compatibility(units, open_is_any=True))
        structures = Structures(compatibility)
        pairs = enumerate(zip(units, symbols, strict=True))
        self.parts = [UnitLowering(self, number, unit, symbol, links, structures) for number, (unit, symbol) in pairs]
        self.shipped = Shipped(self, with_summaries=with_summaries)

    def close(self) -> None:
        """What was parsed besides the units is no longer needed."""
        self.shipped.close()

    def lower(self, entry: str) -> Program:
        """The program that starts with calling ``entry``."""
        first, cursor = self._entry(entry)
        main = self._main(first, cursor, entry)
        setup = self.start.node()
        self.start.start(setup, sealed=False)
        if len({part.unit.dialect.layout for part in self.parts}) > 1:
            self.start.give_up("program whose files are compiled with different types or arithmetic", first.whole_origin())
        for part in self.parts:
            part.reject_what_is_not_modelled()
        self._lower_waiting()
        self.shipped.give_rest()
        at_end = self.shipped.at_end
        # The functions that are called instead of those that read strings.
        names = {f"{name}{AT}{STRINGS_FILE}": instead for name, instead in FOR_STRINGS.items()}
        function = self.shipped.function
        found = {name: instead for name, instead in names.items() if name in self.functions}
        reading = {name: (function(STRINGS_FILE, one), function(STRINGS_FILE, other)) for name, (one, other) in found.items()}
        self._lower_waiting()
        start, origin = self.start, first.whole_origin()
        self._make_environment(first, main, setup)
        self._call_main(first, main, at_end, origin)
        last = start.current
        start.start(start.entry)
        for variable in self.globals:
            if variable.kind is not VariableKind.STRING:
                start.emit(Declare(variable, self.zeroed[variable], self._lengths.get(variable), origin))
        start.jump(setup, origin)
        if last is not None:
            start.start(last)
            start.emit_to(Return(None, origin), start.exit)
        self.number(start)
        self._leave_known_strings(reading)
        name = f"{TEXT_IS_WRITTEN}{AT}{STRINGS_FILE}"
        if name in self.functions:
            leave_unread_texts(self._edges(), self.without_body)
            self._drop_uncalled(name)
        return self._program(first, main)

    def _edges(self) -> list[Edge]:
        functions = [self.start.function, *self.functions.values()]
        return [edge for function in functions for edge in function.edges()]

    def _leave_known_strings(self, reading: Mapping[str, tuple[Function, Function]]) -> None:
        if not reading:
            return
        edges = self._edges()
        leave_known_strings(edges, address_taken(edges) | self.elsewhere, self._given, self.without_body, reading)
        readers = sorted({f"{name}{AT}{STRINGS_FILE}" for names in FOR_STRINGS.values() for name in names}, reverse=True)
        for name in (*readers, *reading):  # those that call others come before them
            self._drop_uncalled(name)

    def _drop_uncalled(self, name: str) -> None:
        for edge in self._edges():
            match edge.operation:
                case Call(callee=Function(name=called)) if called == name and edge.source.function.name != name:
                    return
                case _:
                    pass
        self.functions.pop(name, None)

    def _lower_waiting(self) -> None:
        while self.bodies or self.initialisers:
            while self.bodies:
                part, function, definition = self.bodies.popleft()
                self._unsequenced += part.lower_body(function, definition)
            while self.initialisers:
                part, variable, tree, declaration = self.initialisers.popleft()
                self._initialise(part, variable, tree, declaration)

    def _main(self, first: UnitLowering, cursor: Cursor, entry: str) -> Function:
        """Whose parameters are made before there is a statement that could be called unsupported."""
        try:
            return first.function(cursor)
        except ConstructNotSupported as error:
            message = programs.ENTRY_TYPE.format(entry=entry, construct=error.construct)
            raise FrontendError(
                message, first.unit.name_place(cursor), hint="name another entry function with --entry"
            ) from error

    def _program(self, first: UnitLowering, main: Function) -> Program:
        functions = {START: self.start.function, **self.functions}
        edges = self._edges()
        if (errno := self.shipped.errno) is not None:
            let_calls_set(errno, edges, self.without_body, self.shipped.loud)
        let_calls_change(self.globals, edges)
        edges = self._edges()
        refuse_addresses(edges, self._may_be_missing())
        refuse_callbacks(edges, self.elsewhere)
        return Program(
            machine=self.machine,
            source=first.unit.source,
            others=tuple(part.unit.source for part in self.parts if part is not first),
            start=self.start.function,
            main=main,
            functions=functions,
            globals=self.globals,
            address_taken=address_taken(edges) | self.elsewhere,
            unsupported=_unsupported(edges),
            unsequenced=tuple(self._unsequenced),
            allocation_may_fail=self.allocation_may_fail,
            ends_blocks=self.ends_blocks,
            lost_consts=tuple(self.lost_consts),
            has_weak_alignment=any(part.unit.has_weak_alignment for part in self.parts),
            may_alias=any(part.unit.may_alias for part in self.parts),
            wraps=first.unit.dialect.wraps,
            steps_wrap=first.unit.dialect.wraps_pointers,
            choices=(
                *self.shipped.choices,
                *((ASSUMED_OF_MAIN,) if self._given.of_main else ()),
                *((ASSUMED_OF_ENVIRONMENT,) if self._given.variables else ()),
            ),
            strings=self._given,
        )

    def _may_be_missing(self) -> frozenset[Function | Variable]:
        """The weak functions and variables that the program does not define."""
        weak = frozenset(name for part in self.parts for name in part.symbols.weak)
        functions = frozenset(function for name, function in self.functions.items() if name in weak - self.with_body)
        return functions | {each for each in self.globals if each.name in weak and not self.zeroed.get(each, True)}

    def _entry(self, entry: str) -> tuple[UnitLowering, Cursor]:
        """The definition of the entry function, with its unit; one that all units see goes before others."""
        found = [(part, cursor) for part in self.parts for cursor in part.definitions_of(entry)]
        chosen = sorted(found, key=lambda each: not is_external(each[1]))[:2]
        if not chosen:
            place = self.parts[0].unit.source.place(0)
            hint = "name the entry function with --entry" if entry == "main" else "is it spelled so, and not left out by an #if?"
            raise FrontendError(programs.NO_ENTRY.format(entry=entry), place, hint)
        if len(chosen) > 1 and not is_external(chosen[0][1]):
            places = [part.unit.original_name_place(cursor) for part, cursor in chosen]
            message = programs.STATIC_ENTRY.format(entry=entry, place=places[0])
            raise FrontendError(message, places[1], "leave one of the files out")
        return chosen[0]

    def _make_environment(self, first: UnitLowering, main: Function, setup: Node) -> None:
        """The variables that are asked for by name; most programs ask for none, and nothing is looked at for them."""
        if GETENV in self.functions and is_left_alone(
            self.functions.values(), self.externals, (part.unit for part in self.parts), main
        ):
            made = NamedVariables(first.statics)
            initialising = (edge for node in reachable(setup) for edge in node.leaving)
            edges = [*initialising, *(edge for function in self.functions.values() for edge in function.edges())]
            for name, calls in asking_by_name(edges).items():
                made.give(name, calls)
            self._given = GivenStrings(variables=tuple(made.made))

    def _call_main(self, first: UnitLowering, main: Function, at_end: Function | None, origin: Origin) -> None:
        """Call the entry function with arbitrary arguments, called like its parameters, and what is to run after it."""
        if self._arguments is not None and takes_list(main.type):
            self.start.give_up("a list of arguments of the function that the program starts with", origin)
        arguments = [
            Var(first.statics.variable(parameter.name, parameter.type, VariableKind.TEMPORARY)) for parameter in main.parameters
        ]
        if looks_at_strings(main):
            # Those that ``main`` reads; the elements after them have any value.
            count, vector, *others = arguments
            self.start.emit(Havoc(count, _declaration(main.parameters[0]) or origin))
            strings = MainStrings(first.statics, vector, _declaration(main.parameters[1]) or origin)
            strings.make(count)
            self._given = replace(strings.made, variables=self._given.variables)
            for argument, parameter in zip(others, main.parameters[2:], strict=True):
                self.start.emit(Havoc(argument, _declaration(parameter) or origin))
            self._assume_arguments([each for each in others if isinstance(each.type, PointerType)], origin)
        else:
            for argument, parameter in zip(arguments, main.parameters, strict=True):
                self.start.emit(Havoc(argument, _declaration(parameter) or origin))
            if main.name == "main":
                self._assume_arguments(arguments, origin)
        returned = None
        if at_end is not None and isinstance(main.type.result, IntType):
            returned = Var(first.statics.variable("__status", main.type.result, VariableKind.TEMPORARY))
        self.start.emit(Call(main, tuple(arguments), returned, origin))
        if at_end is not None:
            status = Const(0, self.machine.int) if returned is None else folding.convert(returned, self.machine.int)
            self.start.emit(Call(at_end, (status,), None, origin))

    def _assume_arguments(self, arguments: Sequence[Var], origin: Origin) -> None:
        """What is known of the arguments of ``main`` (C11 5.1.2.2.1): ``argc`` is not negative, ``argv`` is not null."""
        for number, argument in enumerate(arguments):
            match argument.type:
                case IntType() as type if number == 0:
                    is_count = folding.binary(BinaryOp.GE, argument, Const(0, type), self.machine.int)
                    self.start.emit(Assume(is_count, True, origin))
                case PointerType():
                    self.start.emit(Assume(argument, True, origin))
                case _:
                    pass

    def _initialise(self, part: UnitLowering, variable: Variable, tree: Tree, declaration: Span) -> None:
        end = part.initialise(variable, tree, declaration)
        if isinstance(variable.type, StructType):
            variable.extent = max(end, variable.type.size)
        if end > variable.type.size:
            self._lengths[variable] = Const(end, self.machine.size_t)

    def number(self, builder: Builder) -> None:
        """A function is finished: its locations get their numbers."""
        self._numbered = builder.finish(self._numbered)

    def static_name(self, name: str) -> str:
        """A name for an object that is not declared at file level, where every name is kept for its variable."""
        self.static_names[name] = count = self.static_names.get(name, 0) + 1
        return name if count == 1 else self.static_name(f"{name}__{count}")

    def static_object(self, name: str, ctype: CType) -> Variable:
        variable = self.new_variable(self.static_name(name), ctype, VariableKind.GLOBAL, None)
        self.globals.append(variable)
        self.zeroed[variable] = True
        return variable

    def argument_block(self) -> Variable:
        """What points to the arguments for ``...`` of the function that is called next."""
        if self._arguments is None:
            self._arguments = self.static_object(ARGUMENTS, self.machine.pointer(VOID))
        return self._arguments

    def string(self, image: bytes, ctype: CType, owner: str | None) -> Variable:
        key = (image, ctype, owner)
        if key not in self._strings:
            variable = self.new_variable(self.static_name("__string"), ctype, VariableKind.STRING, None)
            variable.image = image
            variable.owner = owner
            self._strings[key] = variable
            self.globals.append(variable)
        return self._strings[key]

    def new_variable(self, name: str, ctype: CType, kind: VariableKind, function: str | None) -> Variable:
        self._made += 1
        return Variable(number=self._made, name=name, type=ctype, kind=kind, function=function)


def _declaration(parameter: Variable) -> Origin | None:
    """Where it is declared, if in the file of its unit."""
    if parameter.declared_at is None or parameter.declared_in is None:
        return None
    span = Span(parameter.declared_in, parameter.declared_at, parameter.declared_at)
    return Origin(span, span)


def _unsupported(edges: Iterable[Edge]) -> tuple[UnsupportedConstruct, ...]:
    """What can be reached and is not modelled, each construct once for each place."""
    operations = (operation for edge in edges for operation in flatten(edge.operation))
    found = (
        UnsupportedConstruct(operation.construct, operation.origin.original_place)
        for operation in operations
        if isinstance(operation, Unsupported)
    )
    return tuple(dict.fromkeys(found))
