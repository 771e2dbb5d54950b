"""One translation unit of a program that is lowered: its functions, and its objects with static storage.

The unit knows what its declarations mean; a name that another unit defines is that unit's (``whet.frontend.linking``).  Where
the types of both are not the same in the model, although C calls them compatible, the name is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from whet.cfa.expressions import Const, Var, Variable, VariableKind
from whet.cfa.library import HAS_ROOM, is_stream
from whet.cfa.model import Function
from whet.cfa.operations import Call, Return
from whet.cfa.sequencing import Unsequenced
from whet.cfa.source import REQUIREMENTS, Origin, Span, is_in_harness
from whet.cfa.types import VOID, ArrayType, CType, FunctionType, IntType, PointerType, StructType, VoidType
from whet.frontend import folding
from whet.frontend.alignments import alignment_of, type_alignments
from whet.frontend.argument_lists import mark_reads, take_arguments
from whet.frontend.attributes import hidden_calls, words_with_a_meaning
from whet.frontend.bit_fields import choices_by_type, reject_if_named_by_type
from whet.frontend.builder import Builder
from whet.frontend.clang import Cursor, CursorKind, StorageClass, library, spelling, type_name
from whet.frontend.compiler import UNANSWERED, open_questions
from whet.frontend.compiler_knowledge import guesses
from whet.frontend.context import NO_PROMISE, FunctionContext, Promise
from whet.frontend.dialect_limits import not_modelled, refused_floats, refused_function
from whet.frontend.disagreements import disagreements
from whet.frontend.errors import ConstructNotSupported
from whet.frontend.expansions import read_expansions
from whet.frontend.linking import Home, LinkedNames, is_external, spelled
from whet.frontend.promises import forbid_return, read_promises, require_parameters
from whet.frontend.statements import StatementLowering
from whet.frontend.symbols import Symbols
from whet.frontend.tree import Tree, read_tree
from whet.frontend.type_reader import Structures, TypeReader
from whet.frontend.unit import TranslationUnit

if TYPE_CHECKING:
    from whet.frontend.program import ProgramLowering


_STATIC = re.compile(r"\[(\w+ )*static ")
"""In the type of a parameter, as clang writes it."""


class StaticContext(FunctionContext):
    """Lowering of initialisers that run before the program."""

    @property
    def is_static(self) -> bool:
        return True


class UnitLowering:
    """Lowers one translation unit; implements ``whet.frontend.context.Linker``."""

    def __init__(
        self,
        program: ProgramLowering,
        number: int,
        unit: TranslationUnit,
        symbols: Symbols,
        links: LinkedNames | None,
        structures: Structures,
    ) -> None:
        self.unit = unit
        self.symbols = symbols
        self._expansions = read_expansions(unit)
        self.types = TypeReader(unit.machine, structures)
        self.types.dialect, self.types.refused_floats = unit.dialect, refused_floats(unit)
        self._program = program
        self._number = number
        self._links = links
        """None if it is the only unit."""
        self.lines = self._expansions.lines
        self.without_body = program.without_body
        self.allocation_may_fail = program.allocation_may_fail
        self.ends_blocks = program.ends_blocks
        self.checks_arguments = program.checks_arguments
        self.static_object = program.static_object
        self.string = program.string
        self.argument_block = program.argument_block
        self.new_variable = program.new_variable
        self.note_lost_const = program.lost_consts.append
        self._lib = library()
        self._variables: dict[int, Variable] = {}
        self._promises = read_promises(unit)
        self._redeclarations: dict[int, list[Cursor]] | None = None
        self.statics = StaticContext(unit, self.types, self, program.start)
        self._static_statements = StatementLowering(self.statics)

    def reject_what_is_not_modelled(self) -> None:
        """What runs before or after the program, or changes what the program is, wherever it stands."""
        for construct, span in (*hidden_calls(self.unit), *self._not_modelled()):
            self._program.start.give_up(construct, Origin(span, span))

    def _not_modelled(self) -> Iterator[tuple[str, Span]]:
        unit, whole = self.unit, self.whole_origin().statement
        for cursor in self.symbols.assembler:  # may define whatever has no definition in C
            yield "assembler at file level", unit.span(cursor)
        if self.symbols.has_made_pragmas:
            yield "pragma made by a macro", whole
        yield from self._expansions.refused
        yield from guesses(unit)
        yield from disagreements(unit)
        yield from choices_by_type(unit)
        yield from not_modelled(unit)
        yield from type_alignments(unit, self.types)
        for file in unit.own_files:
            yield from words_with_a_meaning(file)
            if not unit.is_preprocessed:
                yield from open_questions(file, are_answered=unit.open_questions is not None)
        for question in dict.fromkeys(unit.open_questions or ()):
            yield f"question to the compiler ({question})", whole

    def whole_origin(self) -> Origin:
        span = Span(self.unit.source, 0, 0)
        return Origin(span, span)

    def initialise(self, variable: Variable, tree: Tree, declaration: Span) -> int:
        """Store an initialiser; the bytes that the object needs for it."""
        self.statics.statement = declaration
        try:
            initialisers = self._static_statements.initialisers
            plan = initialisers.plan(variable, tree)
            initialisers.store(plan, tree)
            return plan.end()
        except ConstructNotSupported as problem:
            self._program.start.give_up(problem.construct, self.statics.origin(problem.tree or tree))
            return 0

    def definitions_of(self, name: str) -> list[Cursor]:
        """The definition of a function of this name, if there is one."""
        for cursor in self.unit.declarations():
            if cursor.kind == CursorKind.FUNCTION_DECL and spelled(cursor) == name:
                definition: Cursor = self._lib.clang_getCursorDefinition(cursor)
                if definition.data0:
                    return [definition]
        return []

    def lower_body(self, function: Function, definition: Cursor) -> Sequence[Unsequenced]:
        """Make the automaton of a function; where C leaves open what comes first in it."""
        builder = Builder(function)
        context = FunctionContext(self.unit, self.types, self, builder)
        context.statement = self.unit.span(definition)
        statements = StatementLowering(context)
        tree = read_tree(definition)
        mark_reads(tree, self.unit)
        try:
            self._declare_frame(function, context, definition)
            take_arguments(context)
            self._measure_parameters(statements, tree)
            reject_if_named_by_type(tree, self.types, self.unit)
            require_parameters(context, function, context.origin(tree))
        except ConstructNotSupported as problem:
            builder.give_up(problem.construct, context.origin(problem.tree or tree))
        body = next((child for child in tree.children if child.kind == CursorKind.COMPOUND_STMT), None)
        if body is not None:
            statements.lower(body)
            origin, result = context.origin(body), function.type.result
            if function.name == "main" and isinstance(result, IntType):  # returns 0 at its end (C11 5.1.2.2.3)
                builder.emit_to(Return(Const(0, result), origin), builder.exit)
            else:
                builder.jump(builder.exit, origin)
            statements.finish(body)
        if self.promise(function).never_returns:
            forbid_return(context)
        self._program.number(builder)
        return statements.expressions.sequencing.found

    def _declare_frame(self, function: Function, context: FunctionContext, definition: Cursor) -> None:
        parameters = []
        for number in range(self._lib.clang_Cursor_getNumArguments(definition)):
            cursor = self._lib.clang_Cursor_getArgument(definition, number)
            name = spelling(cursor) or f"__parameter{number + 1}"
            ctype = self.types.of_value(cursor)
            variable = context.variable(name, ctype, VariableKind.PARAMETER)
            self.unit.place_declaration(variable, cursor)
            variable.is_volatile = self.types.is_volatile(cursor)
            variable.is_constant = self.types.is_const(cursor)
            variable.is_restrict = self.types.is_restrict(cursor)
            context.names[cursor.data0] = Var(variable)
            parameters.append(variable)
        function.parameters = tuple(parameters)
        result = function.type.result
        if not isinstance(result, VoidType):
            if isinstance(result, StructType) and not result.is_complete:
                self.types.complete(result)
            function.return_variable = context.variable("__return", result, VariableKind.RETURN)

    def _measure_parameters(self, statements: StatementLowering, tree: Tree) -> None:
        """Parameters may point to arrays whose length is given by other parameters."""
        for child in tree.children:
            if child.kind == CursorKind.PARM_DECL and child.children:
                array = self.types.of(child.cursor)
                statements.measure(child, array, None)
                type = type_name(self._lib.clang_getCursorType(child.cursor))
                if self.checks_arguments and _STATIC.search(type):
                    # The caller of ``f(int a[static n])`` gives a pointer to at least ``n`` elements (C11 6.7.6.3p7).
                    context, pointer, size_t = statements.context, self.unit.machine.pointer(VOID), self.unit.machine.size_t
                    given = folding.convert(context.names[child.identity], pointer)
                    callee = self.library_function(HAS_ROOM, FunctionType(VOID, (pointer, size_t), variadic=False))
                    needed = folding.convert(context.size(array), size_t)
                    context.builder.emit(Call(callee, (given, needed), None, context.origin(child)))

    def function(self, declaration: Cursor) -> Function:
        name = self._name(declaration)
        known = self._program.functions.get(name)
        if known is None:
            home = self._home(declaration)
            if home is None:
                known = self._make_function(name, declaration)
            else:
                known = self._program.parts[home.number].function(home.cursor)
        self._require_same(known.name, known.type, declaration)
        return known

    def _name(self, declaration: Cursor) -> str:
        """In the program; raises ``ConstructNotSupported``."""
        return spelled(declaration) if self._links is None else self._links.name(self._number, declaration)

    def _home(self, declaration: Cursor) -> Home | None:
        """The unit that says what a name means, if it is another one."""
        return None if self._links is None else self._links.home(self._number, declaration)

    def _make_function(self, name: str, declaration: Cursor) -> Function:
        if name.startswith(UNANSWERED):
            raise ConstructNotSupported("question to the compiler")
        definition: Cursor = self._lib.clang_getCursorDefinition(declaration)
        if not definition.data0 and self.unit.is_intrinsic(declaration):
            raise ConstructNotSupported(f"intrinsic {name}")
        ctype = self.types.of(definition if definition.data0 else declaration)
        if not isinstance(ctype, FunctionType):
            ctype = FunctionType(VOID, (), True)
        if not definition.data0 and (reason := refused_function(name, ctype, self.unit.dialect)) is not None:
            raise ConstructNotSupported(reason)
        made = Function(name, ctype)
        self._program.functions[name] = made
        if definition.data0:
            instead = self.unit.replaced.get(spelled(declaration))
            body = definition if instead is None else self.definitions_of(instead)[0]
            self._program.bodies.append((self, made, body))
            self._program.with_body.add(name)
            made.is_requirement = name.startswith(REQUIREMENTS) and is_in_harness(self.unit.original_name_place(definition))
        elif is_external(declaration):
            # Programs may declare such a function once more, after the header.
            canonical: Cursor = self._lib.clang_getCanonicalCursor(declaration)
            made.is_of_system = self.unit.is_in_system_header(canonical) or self.unit.is_in_system_header(declaration)
            for each in (ctype.result, *ctype.parameters):
                self._complete_for_body(each)
            self._program.shipped.give_body(made)
        return made

    def _complete_for_body(self, ctype: CType) -> None:
        """A body of the library must have the same structures."""
        struct = ctype.target if isinstance(ctype, PointerType) else ctype
        if isinstance(struct, StructType) and not struct.is_complete:
            self.types.complete(struct)

    def reject_symbol(self, declaration: Cursor) -> None:
        reason = self.symbols.reason(declaration) if self._links is None else self._links.reason(self._number, declaration)
        if reason is not None:
            raise ConstructNotSupported(reason)

    def has_body(self, function: Function) -> bool:
        return function.name in self._program.with_body

    def shipped_function(self, file: str, name: str) -> Function:
        return self._program.shipped.function(file, name)

    def library_function(self, name: str, type: FunctionType) -> Function:
        return self._program.functions.setdefault(name, Function(name, type))

    def promise(self, function: Function) -> Promise:
        return self._promises.get(function.written_name, NO_PROMISE)

    def static_variable(self, declaration: Cursor) -> Variable:
        canonical: Cursor = self._lib.clang_getCanonicalCursor(declaration)
        known = self._variables.get(canonical.data0)
        if known is None:
            make = self._external if is_external(declaration) else self._make_static
            known = make(declaration, canonical)
            self._require_same(known.name, known.type, declaration)
            self._variables[canonical.data0] = known
        return known

    def _external(self, declaration: Cursor, canonical: Cursor) -> Variable:
        """The variable that all units mean by this name."""
        name, known = spelled(declaration), self._program.externals
        if name not in known:
            home = self._home(declaration)
            if home is not None:
                known[name] = self._program.parts[home.number].static_variable(home.cursor)
            else:
                shipped = self._program.shipped.variable(self, declaration)
                known[name] = self._make_static(declaration, canonical) if shipped is None else shipped
        return known[name]

    def _require_same(self, name: str, ctype: CType, declaration: Cursor) -> None:
        if self._links is None:
            return
        self._links.check(self._number, declaration)
        if not agree(ctype, self.types.of(declaration)):
            raise ConstructNotSupported(f"declaration of '{name}' with another type than in other files")

    def _make_static(self, declaration: Cursor, canonical: Cursor) -> Variable:
        program = self._program
        definition: Cursor = self._lib.clang_getCursorDefinition(declaration)
        at_file_level = self._declared_again(canonical)
        cursors = at_file_level or [declaration]
        complete = (cursor for cursor in cursors if not _is_incomplete_array(self.types.of(cursor)))
        chosen = definition if definition.data0 else next(complete, cursors[0])
        name = self._name(chosen) if at_file_level else program.static_name(spelling(chosen))
        variable = self.new_variable(name, self.types.of(chosen), VariableKind.GLOBAL, None)
        self.unit.place_declaration(variable, chosen)
        variable.is_volatile = self.types.is_volatile(chosen)
        variable.is_constant = self.types.is_const(chosen)
        variable.alignment = alignment_of(cursors, self.unit.machine)
        program.globals.append(variable)
        is_extern = all(self._lib.clang_Cursor_getStorageClass(cursor) == StorageClass.EXTERN for cursor in cursors)
        variable.is_of_block = not at_file_level and not is_extern
        program.zeroed[variable] = bool(definition.data0) or not is_extern
        if not program.zeroed[variable] and not variable.is_constant and not is_stream(variable):
            program.elsewhere.add(variable)
        initialiser: Cursor = self._lib.clang_Cursor_getVarDeclInitializer(chosen)
        if initialiser.data1:
            program.initialisers.append((self, variable, read_tree(initialiser), self.unit.span(chosen)))
        return variable

    def _declared_again(self, canonical: Cursor) -> list[Cursor]:
        """All declarations at file level of the same variable."""
        if self._redeclarations is None:
            for part in self._program.parts:
                part.keep_names()
        return (self._redeclarations or {}).get(canonical.data0, [])

    def keep_names(self) -> None:
        """No other variable may have a name that a variable at file level has."""
        self._redeclarations = {}
        for cursor in self.unit.declarations():
            if cursor.kind == CursorKind.VAR_DECL:
                key = self._lib.clang_getCanonicalCursor(cursor).data0
                self._redeclarations.setdefault(key, []).append(cursor)
                self._program.static_names[spelling(cursor)] = 1


def agree(one: CType, other: CType) -> bool:
    """Are two types the same, but for lengths and parameters that one of them leaves open?"""
    match one, other:
        case PointerType(), PointerType():
            return agree(one.target, other.target)
        case ArrayType(), ArrayType():
            return (one.count == other.count or None in (one.count, other.count)) and agree(one.element, other.element)
        case FunctionType(), FunctionType():
            known = _is_unprototyped(one) or _is_unprototyped(other)
            same = known or (len(one.parameters) == len(other.parameters) and all(map(agree, one.parameters, other.parameters)))
            return same and (known or one.variadic == other.variadic) and agree(one.result, other.result)
        case _:
            return one == other


def _is_unprototyped(function: FunctionType) -> bool:
    return function.variadic and not function.parameters


def _is_incomplete_array(ctype: CType) -> bool:
    return isinstance(ctype, ArrayType) and ctype.count is None
