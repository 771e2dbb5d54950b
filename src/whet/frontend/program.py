"""From a translation unit to a ``Program``: only what the entry function can reach is lowered.

Functions are found where they are named; a body is lowered once.  Objects with static storage are found the same way
and initialised in the synthetic start function: first every object begins to live as zeros, then the initialisers are
stored, then the entry function is called.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from whet.cfa.expressions import BinaryOp, Const, Expr, Var, Variable, VariableKind
from whet.cfa.library import Library, is_stream
from whet.cfa.model import Edge, Function, Node, Program, UnsupportedConstruct
from whet.cfa.operations import Assume, Call, Declare, Havoc, Return, Unsupported, flatten
from whet.cfa.sequencing import Unsequenced
from whet.cfa.source import Origin, Span
from whet.cfa.types import VOID, ArrayType, CType, FunctionType, IntType, PointerType, StructType, VoidType
from whet.cfa.uses import address_taken
from whet.frontend import folding
from whet.frontend.attributes import reject_hidden_calls, words_with_a_meaning
from whet.frontend.builder import Builder
from whet.frontend.clang import Cursor, CursorKind, StorageClass, library, spelling
from whet.frontend.compiler import open_questions
from whet.frontend.context import FunctionContext
from whet.frontend.errors import ConstructNotSupported, FrontendError
from whet.frontend.statements import Statements
from whet.frontend.symbols import read_symbols, refuse_addresses
from whet.frontend.tree import Tree, read_tree
from whet.frontend.type_reader import TypeReader
from whet.frontend.unit import RENAMED, TranslationUnit

START = "__start"
"""Name of the synthetic function a program starts with."""


class StaticContext(FunctionContext):
    """Lowering of initialisers that run before the program."""

    @property
    def is_static(self) -> bool:
        return True


class ProgramLowering:
    """Lowers one translation unit; implements ``whet.frontend.context.Linker``."""

    def __init__(self, unit: TranslationUnit, *, allocation_may_fail: bool = False, ends_blocks: bool = False) -> None:
        self.unit = unit
        self.allocation_may_fail = allocation_may_fail
        self.ends_blocks = ends_blocks
        self.types = TypeReader(unit.machine)
        self.without_body = Library()
        self._symbols = read_symbols(unit, self.without_body)
        self._lib = library()
        self._functions: dict[str, Function] = {}
        self._bodies: deque[tuple[Function, Cursor]] = deque()
        self._with_body: set[str] = set()
        self._variables: dict[int, Variable] = {}
        self._globals: list[Variable] = []
        self._zeroed: dict[Variable, bool] = {}
        self._elsewhere: frozenset[Variable] = frozenset()
        """Variables of other translation units, where anybody may have taken their address."""
        self._lengths: dict[Variable, Const] = {}
        """Sizes of objects that are greater than their types: structures whose flexible array is initialised."""
        self._initialisers: deque[tuple[Variable, Tree, Span]] = deque()
        """Variable, initialiser and place of the declaration."""
        self._strings: dict[tuple[bytes, CType, str | None], Variable] = {}
        self._static_names: dict[str, int] = {}
        self._redeclarations: dict[int, list[Cursor]] | None = None
        self._made = 0
        self._unsequenced: list[Unsequenced] = []
        self._numbered = 0
        start = Function(START, FunctionType(VOID, (), False))
        self._start = Builder(start)
        self._statics = StaticContext(unit, self.types, self, self._start)

    def lower(self, entry: str) -> Program:
        """The program that starts with calling ``entry``."""
        main = self.function(self._entry_cursor(entry))
        setup = self._start.node()
        self._start.start(setup, sealed=False)
        self._reject_hidden_calls()
        self._reject_assembler()
        self._reject_words()
        statements = Statements(self._statics)
        while self._bodies or self._initialisers:
            while self._bodies:
                self._lower_body(*self._bodies.popleft())
            while self._initialisers:
                self._initialise(statements, *self._initialisers.popleft())
        self._finish_start(main, setup)
        return self._program(main)

    def _program(self, main: Function) -> Program:
        functions = {START: self._start.function, **self._functions}
        edges = [edge for function in functions.values() for edge in function.edges()]
        refuse_addresses(edges, self._may_be_missing())
        return Program(
            machine=self.unit.machine,
            source=self.unit.source,
            start=self._start.function,
            main=main,
            functions=functions,
            globals=self._globals,
            address_taken=address_taken(edges) | self._elsewhere,
            unsupported=_unsupported(edges),
            unsequenced=tuple(self._unsequenced),
            allocation_may_fail=self.allocation_may_fail,
            ends_blocks=self.ends_blocks,
        )

    def _may_be_missing(self) -> frozenset[Function | Variable]:
        """The weak functions and variables that the program does not define."""
        weak = self._symbols.weak
        functions = frozenset(function for name, function in self._functions.items() if name in weak - self._with_body)
        return functions | {each for each in self._globals if each.name in weak and not self._zeroed.get(each, True)}

    def _entry_cursor(self, entry: str) -> Cursor:
        for cursor in self.unit.declarations():
            if cursor.kind == CursorKind.FUNCTION_DECL and spelling(cursor).removeprefix(RENAMED) == entry:
                definition: Cursor = self._lib.clang_getCursorDefinition(cursor)
                if definition.data0:
                    return definition
        place = self.unit.source.place(0)
        raise FrontendError(f"the program has no function '{entry}'", place, "name the entry function with --entry")

    # The start function

    def _reject_hidden_calls(self) -> None:
        """Functions that run before or after the program, whoever calls them, are not modelled."""
        for cursor in self.unit.declarations() if self.unit.may_hide_calls else ():
            if cursor.kind == CursorKind.FUNCTION_DECL:
                try:
                    reject_hidden_calls(cursor, self.unit)
                except ConstructNotSupported as problem:
                    span = self.unit.span(cursor)
                    self._start.give_up(problem.construct, Origin(span, span))

    def _reject_assembler(self) -> None:
        """Assembler at file level may define whatever has no definition in C."""
        for cursor in self._symbols.assembler:
            span = self.unit.span(cursor)
            self._start.give_up("assembler at file level", Origin(span, span))

    def _reject_words(self) -> None:
        """Words that change what the program is, wherever they stand."""
        for file in self.unit.own_files:
            asked = () if self.unit.is_preprocessed else open_questions(file)
            for construct, span in (*words_with_a_meaning(file), *asked):
                self._start.give_up(construct, Origin(span, span))

    def _finish_start(self, main: Function, setup: Node) -> None:
        start, origin = self._start, self._whole_origin()
        self._call_main(main, origin)
        last = start.current
        start.start(start.entry)
        for variable in self._globals:
            if variable.kind is not VariableKind.STRING:
                start.emit(Declare(variable, self._zeroed[variable], self._lengths.get(variable), origin))
        start.jump(setup, origin)
        if last is not None:
            start.start(last)
            start.emit_to(Return(None, origin), start.exit)
        self._numbered = start.finish(self._numbered)

    def _call_main(self, main: Function, origin: Origin) -> None:
        """Call the entry function with arbitrary arguments, called like its parameters."""
        arguments: list[Expr] = []
        for parameter in main.parameters:
            argument = Var(self._statics.variable(parameter.name, parameter.type, VariableKind.TEMPORARY))
            self._start.emit(Havoc(argument, self._declaration(parameter) or origin))
            arguments.append(argument)
        if main.name == "main":
            self._assume_arguments(arguments, origin)
        self._start.emit(Call(main, tuple(arguments), None, origin))

    def _assume_arguments(self, arguments: list[Expr], origin: Origin) -> None:
        """What is known of the arguments of ``main`` (C11 5.1.2.2.1): ``argc`` is not negative, ``argv`` is not null."""
        for argument in arguments:
            match argument.type:
                case IntType() as type if argument is arguments[0]:
                    is_count = folding.binary(BinaryOp.GE, argument, Const(0, type), self.unit.machine.int)
                    self._start.emit(Assume(is_count, True, origin))
                case PointerType():
                    self._start.emit(Assume(argument, True, origin))
                case _:
                    pass

    def _declaration(self, parameter: Variable) -> Origin | None:
        """Where it is declared, if in the main file."""
        if parameter.declared_at is None:
            return None
        span = Span(self.unit.source, parameter.declared_at, parameter.declared_at)
        return Origin(span, span)

    def _whole_origin(self) -> Origin:
        span = Span(self.unit.source, 0, 0)
        return Origin(span, span)

    def _initialise(self, statements: Statements, variable: Variable, tree: Tree, declaration: Span) -> None:
        self._statics.statement = declaration
        try:
            end = statements.initialisers.initialise(Var(variable), tree).end()
            if end > variable.type.size:
                self._lengths[variable] = Const(end, self.unit.machine.size_t)
        except ConstructNotSupported as problem:
            origin = self._statics.origin(problem.tree or tree)
            self._start.give_up(problem.construct, origin)

    # Function bodies

    def _lower_body(self, function: Function, definition: Cursor) -> None:
        builder = Builder(function)
        context = FunctionContext(self.unit, self.types, self, builder)
        context.statement = self.unit.span(definition)
        statements = Statements(context)
        tree = read_tree(definition)
        try:
            self._declare_frame(function, context, definition)
            self._measure_parameters(statements, tree)
        except ConstructNotSupported as problem:
            builder.give_up(problem.construct, context.origin(problem.tree or tree))
        body = next((child for child in tree.children if child.kind == CursorKind.COMPOUND_STMT), None)
        if body is not None:
            statements.lower(body)
            self._fall_off(context, body)
            statements.finish(body)
        self._unsequenced += statements.expressions.sequencing.found
        self._numbered = builder.finish(self._numbered)

    def _fall_off(self, context: FunctionContext, body: Tree) -> None:
        """The end of a body: ``main`` returns 0 there (C11 5.1.2.2.3), other functions nothing that could be used."""
        builder, origin = context.builder, context.origin(body)
        result = builder.function.type.result
        if builder.function.name == "main" and isinstance(result, IntType):
            builder.emit_to(Return(Const(0, result), origin), builder.exit)
        else:
            builder.jump(builder.exit, origin)

    def _declare_frame(self, function: Function, context: FunctionContext, definition: Cursor) -> None:
        parameters = []
        for number in range(self._lib.clang_Cursor_getNumArguments(definition)):
            cursor = self._lib.clang_Cursor_getArgument(definition, number)
            name = spelling(cursor) or f"__parameter{number + 1}"
            ctype = self.types.of_value(cursor)
            variable = context.variable(name, ctype, VariableKind.PARAMETER)
            variable.declared_at = self.unit.main_offset(cursor)
            variable.is_volatile = self.types.is_volatile(cursor)
            context.names[cursor.data0] = Var(variable)
            parameters.append(variable)
        function.parameters = tuple(parameters)
        result = function.type.result
        if not isinstance(result, VoidType):
            function.return_variable = context.variable("__return", self._complete(result), VariableKind.RETURN)

    def _measure_parameters(self, statements: Statements, tree: Tree) -> None:
        """Parameters may point to arrays whose length is given by other parameters."""
        for child in tree.children:
            if child.kind == CursorKind.PARM_DECL and child.children:
                statements.measure(child, self.types.of(child.cursor), None)

    def _complete(self, ctype: CType) -> CType:
        if isinstance(ctype, StructType) and not ctype.is_complete:
            self.types.complete(ctype)
        return ctype

    # What is shared (Linker)

    def function(self, declaration: Cursor) -> Function:
        name = spelling(declaration).removeprefix(RENAMED)
        known = self._functions.get(name)
        if known is None:
            definition: Cursor = self._lib.clang_getCursorDefinition(declaration)
            ctype = self.types.of(definition if definition.data0 else declaration)
            if not isinstance(ctype, FunctionType):
                ctype = FunctionType(VOID, (), True)
            known = Function(name, ctype)
            self._functions[name] = known
            if definition.data0:
                self._bodies.append((known, definition))
                self._with_body.add(name)
        return known

    def reject_symbol(self, declaration: Cursor) -> None:
        reason = self._symbols.reason(declaration)
        if reason is not None:
            raise ConstructNotSupported(reason)

    def has_body(self, function: Function) -> bool:
        return function.name in self._with_body

    def static_variable(self, declaration: Cursor) -> Variable:
        canonical: Cursor = self._lib.clang_getCanonicalCursor(declaration)
        known = self._variables.get(canonical.data0)
        if known is None:
            known = self._make_static(declaration, canonical)
            self._variables[canonical.data0] = known
        return known

    def _make_static(self, declaration: Cursor, canonical: Cursor) -> Variable:
        definition: Cursor = self._lib.clang_getCursorDefinition(declaration)
        at_file_level = self._declared_again(canonical)
        cursors = at_file_level or [declaration]
        chosen = definition if definition.data0 else self._most_complete(cursors)
        name = spelling(chosen) if at_file_level else self._static_name(spelling(chosen))
        variable = self.new_variable(name, self.types.of(chosen), VariableKind.GLOBAL, None)
        variable.declared_at = self.unit.main_offset(chosen)
        variable.is_volatile = self.types.is_volatile(chosen)
        variable.is_constant = self.types.is_const(chosen)
        self._globals.append(variable)
        is_extern = all(self._lib.clang_Cursor_getStorageClass(cursor) == StorageClass.EXTERN for cursor in cursors)
        self._zeroed[variable] = bool(definition.data0) or not is_extern
        if not self._zeroed[variable] and not variable.is_constant and not is_stream(variable):
            self._elsewhere |= {variable}
        initialiser: Cursor = self._lib.clang_Cursor_getVarDeclInitializer(chosen)
        if initialiser.data1:
            self._initialisers.append((variable, read_tree(initialiser), self.unit.span(chosen)))
        return variable

    def _most_complete(self, cursors: list[Cursor]) -> Cursor:
        def is_complete(cursor: Cursor) -> bool:
            ctype = self.types.of(cursor)
            return not (isinstance(ctype, ArrayType) and ctype.count is None)

        return next((cursor for cursor in cursors if is_complete(cursor)), cursors[0])

    def _declared_again(self, canonical: Cursor) -> list[Cursor]:
        """All declarations at file level of the same variable."""
        if self._redeclarations is None:
            self._redeclarations = {}
            for cursor in self.unit.declarations():
                if cursor.kind == CursorKind.VAR_DECL:
                    key = self._lib.clang_getCanonicalCursor(cursor).data0
                    self._redeclarations.setdefault(key, []).append(cursor)
                    self._static_names[spelling(cursor)] = 1
        return self._redeclarations.get(canonical.data0, [])

    def _static_name(self, name: str) -> str:
        """A name for an object that is not declared at file level, where every name is kept for its variable."""
        self._static_names[name] = count = self._static_names.get(name, 0) + 1
        return name if count == 1 else self._static_name(f"{name}__{count}")

    def static_object(self, name: str, ctype: CType) -> Variable:
        variable = self.new_variable(self._static_name(name), ctype, VariableKind.GLOBAL, None)
        self._globals.append(variable)
        self._zeroed[variable] = True
        return variable

    def string(self, image: bytes, ctype: CType, owner: str | None) -> Variable:
        key = (image, ctype, owner)
        if key not in self._strings:
            variable = self.new_variable(self._static_name("__string"), ctype, VariableKind.STRING, None)
            variable.image = image
            self._strings[key] = variable
            self._globals.append(variable)
        return self._strings[key]

    def new_variable(self, name: str, ctype: CType, kind: VariableKind, function: str | None) -> Variable:
        self._made += 1
        return Variable(number=self._made, name=name, type=ctype, kind=kind, function=function)


def _unsupported(edges: Iterable[Edge]) -> tuple[UnsupportedConstruct, ...]:
    """What can be reached and is not modelled, each construct once for each place."""
    operations = (operation for edge in edges for operation in flatten(edge.operation))
    found = (
        UnsupportedConstruct(operation.construct, operation.origin.original_place)
        for operation in operations
        if isinstance(operation, Unsupported)
    )
    return tuple(dict.fromkeys(found))
