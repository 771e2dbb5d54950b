"""Pieces of programs, each about one part of the language.

A fragment adds declarations and statements to a program, and says which values are worth a check.  Those under ``PECULIAR`` use
what C leaves open or undefined, or what the program does not show; ``Peculiarity`` says how far gcc's answer binds a verifier.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.differential.writing import FLOATS, Array, Place, Scope, Writer


@dataclass(frozen=True, slots=True)
class Probe:
    """A value worth a check: an expression of a type."""

    text: str
    type: str


@dataclass(slots=True)
class Body:
    """The statements of ``main`` as they grow."""

    writer: Writer
    scope: Scope
    lines: list[str] = field(default_factory=list)
    probes: list[Probe] = field(default_factory=list)
    """Newest last."""

    def say(self, *lines: str) -> None:
        self.lines += lines

    def need(self, *headers: str) -> None:
        self.writer.parts.headers.update(dict.fromkeys(headers))

    def declare(self, text: str) -> None:
        self.writer.parts.declarations.append(text)

    def define(self, text: str) -> None:
        self.writer.parts.functions.append(text)

    def new(self, stem: str) -> str:
        return self.writer.new(stem)

    def probe(self, text: str, type: str) -> None:
        self.probes.append(Probe(text, type))

    def known(self, name: str, type: str) -> None:
        """A variable that later statements may use too."""
        self.scope.places.append(Place(name, type))
        self.probe(name, type)

    def e(self, depth: int = 1) -> str:
        return self.writer.expression(self.scope, depth)

    def c(self) -> str:
        return self.writer.condition(self.scope)

    def input(self) -> str:
        return self.writer.one(self.scope.inputs) if self.scope.inputs else "1"


Fragment: TypeAlias = Callable[[Body], None]


def linked_list(b: Body) -> None:
    node, head, total = b.new("node"), b.new("head"), b.new("total")
    b.need("stdlib.h")
    b.declare(f"struct {node} {{ int v; struct {node} *next; }};")
    bound = b.writer.one(("2", "3", f"({b.input()} & 3)"))
    b.say(f"struct {node} *{head} = 0;", f"for (int n = 0; n < {bound}; n++) {{")
    b.say(f"struct {node} *q = malloc(sizeof *q);", f"q->v = {b.e(0)} + n;", f"q->next = {head};", f"{head} = q;", "}")
    b.say(f"int {total} = 0;", f"for (struct {node} *q = {head}; q; q = q->next)", f"{total} = {total} * 2 + q->v;")
    if b.writer.chance(40):
        b.say(f"while ({head}) {{", f"struct {node} *q = {head}->next;", f"free({head});", f"{head} = q;", "}")
    b.known(total, "int")


def recursion(b: Body) -> None:
    name, result = b.new("rec"), b.new("r")
    step = b.writer.one(("a + n", "a * 2 + 1", "a ^ n", "a - 1"))
    after = b.writer.one(("", " + n", " * 2", " ^ a"))
    b.define(f"static int {name}(int n, int a) {{\nif (n <= 0) return a;\nreturn {name}(n - 1, {step}){after};\n}}")
    b.say(f"int {result} = {name}({b.input()} & 3, {b.e()});")
    b.known(result, "int")


def mutual_recursion(b: Body) -> None:
    even, odd, result = b.new("even"), b.new("odd"), b.new("r")
    b.declare(f"static int {odd}(unsigned n, int *count);")
    b.define(f"static int {even}(unsigned n, int *count) {{\n++*count;\nreturn n == 0 ? 1 : {odd}(n - 1, count);\n}}")
    b.define(f"static int {odd}(unsigned n, int *count) {{\n*count += 2;\nreturn n == 0 ? 0 : {even}(n - 1, count);\n}}")
    count = b.new("count")
    b.say(f"int {count} = 0;", f"int {result} = {even}({b.input()} & 3, &{count});")
    b.known(result, "int")
    b.known(count, "int")


def function_pointers(b: Body) -> None:
    first, second, result = b.new("op"), b.new("op"), b.new("r")
    type = b.writer.integer_type()
    for name, operator in ((first, "+"), (second, b.writer.one(("-", "^", "*")))):
        b.define(f"static {type} {name}({type} a, {type} b) {{ return a {operator} b; }}")
    table = b.new("table")
    if b.writer.chance(50):
        b.say(f"{type} (*{table}[2])({type}, {type}) = {{ {first}, {second} }};")
        called = f"{table}[{b.input()} & 1]"
    else:
        b.say(f"{type} (*{table})({type}, {type}) = {first};", f"if ({b.c()}) {table} = &{second};")
        called = b.writer.one((table, f"(*{table})"))
    b.say(f"{type} {result} = {called}({b.e()}, {b.e(0)});")
    b.known(result, type)


def union_pun(b: Body) -> None:
    union, name = b.new("pun"), b.new("u")
    b.declare(
        f"union {union} {{ unsigned long long wide; unsigned half[2]; unsigned char bytes[8]; signed char low; short s; }};"
    )
    b.say(f"union {union} {name};", f"{name}.wide = {b.e()};")
    match b.writer.random.randrange(3):
        case 0:
            b.say(f"{name}.bytes[{b.input()} & 7] = {b.e(0)};")
        case 1:
            b.say(f"{name}.half[{b.input()} & 1] ^= {b.e(0)};")
        case _:
            b.say(f"{name}.s = {b.e(0)};")
    for member, type in (("wide", "unsigned long long"), ("half[1]", "unsigned"), ("low", "signed char"), ("s", "short")):
        b.probe(f"{name}.{member}", type)


def float_union(b: Body) -> None:
    union, name = b.new("fun"), b.new("u")
    b.declare(f"union {union} {{ float f; unsigned bits; unsigned char bytes[4]; }};")
    b.say(f"union {union} {name};", f"{name}.f = {b.input()} * {b.writer.one(('0.5f', '1.25f', '3', '-2.0f'))};")
    b.probe(f"{name}.bits", "unsigned")
    b.probe(f"{name}.bytes[3]", "unsigned char")


def bit_fields(b: Body) -> None:
    struct, name = b.new("bits"), b.new("bf")
    widths = [1 + b.writer.random.randrange(9) for _ in range(3)]
    types = [b.writer.one(("unsigned", "int", "signed", "unsigned char", "_Bool", "unsigned short")) for _ in range(3)]
    fields = []
    for index, (type, width) in enumerate(zip(types, widths, strict=True)):
        most = 1 if type == "_Bool" else 8 if "char" in type else 9
        fields.append(f"{type} m{index} : {min(width, most)};")
        if b.writer.chance(15):
            fields.append("unsigned : 0;")
    b.declare(f"struct {struct} {{ {' '.join(fields)} }};")
    b.say(f"struct {struct} {name} = {{ {b.e(0)}, {b.e(0)} }};")
    b.say(f"{name}.m{b.writer.random.randrange(3)} {b.writer.one(('=', '+=', '-=', '^='))} {b.e()};")
    for index, type in enumerate(types):
        place = Place(f"{name}.m{index}", "int" if type == "signed" else type, addressable=False)
        b.scope.places.append(place)
        b.probe(place.text, place.type)


def structures(b: Body) -> None:
    w = b.writer
    struct, make, one, two = b.new("pair"), b.new("make"), b.new("s"), b.new("s")
    first, second = w.integer_type(), w.integer_type()
    b.declare(f"struct {struct} {{ {first} a; {second} b; short c[2]; }};")
    b.define(f"static struct {struct} {make}({first} a, {second} b) {{\nstruct {struct} s = {{ .b = b, .a = a }};\nreturn s;\n}}")
    b.say(f"struct {struct} {one} = {make}({b.e()}, {b.e(0)}), {two} = {one};")
    b.say(f"struct {struct} *p{one} = {b.c()} ? &{one} : &{two};", f"p{one}->a {w.one(('+=', '=', '^='))} {b.e(0)};")
    if w.chance(50):
        b.say(f"{two}.c[{b.input()} & 1] = {b.e(0)};", f"*p{one} = {two};")
    for name in (one, two):
        b.known(f"{name}.a", first)
        b.known(f"{name}.b", second)
    b.probe(f"{one}.c[1]", "short")


def copied_bytes(b: Body) -> None:
    w = b.writer
    source, target = b.new("from"), b.new("to")
    b.need("string.h")
    wide, narrow = w.one((("unsigned", "unsigned char"), ("unsigned long long", "unsigned short"), ("int", "signed char")))
    b.say(f"{wide} {source} = {b.e()};", f"{narrow} {target}[8] = {{ 0 }};")
    match w.random.randrange(3):
        case 0:
            b.say(f"memcpy({target}, &{source}, sizeof {source});")
        case 1:
            b.say(f"memset({target}, {b.e(0)}, 3);", f"memcpy({target} + 1, &{source}, sizeof {source});")
        case _:
            b.say(f"memcpy({target}, &{source}, sizeof {source});", f"memmove({target} + 1, {target}, 4 * sizeof *{target});")
    b.scope.arrays.append(Array(target, narrow, 8))
    b.probe(f"{target}[{w.random.randrange(5)}]", narrow)
    b.probe(f"{target}[({b.input()} & 3) + 1]", narrow)


def strings(b: Body) -> None:
    w = b.writer
    name, length = b.new("text"), b.new("n")
    b.need("string.h")
    b.say(f'char {name}[8] = "{w.one(("abc", "hello", "", "xyzzy"))}";', f"{name}[{b.input()} & 3] = {w.one(('0', '99', '65'))};")
    if w.chance(40):
        b.say(f'strcat({name}, "q");')
    b.say(f"int {length} = (int)strlen({name});")
    b.known(length, "int")
    b.probe(f'(strcmp({name}, "abc") > 0)', "int")
    b.probe(f"(strchr({name}, 'c') != 0)", "int")
    b.probe(f"{name}[1]", "char")


def heap_array(b: Body) -> None:
    w = b.writer
    name, type, result = b.new("heap"), w.integer_type(), b.new("h")
    b.need("stdlib.h")
    allocation = w.one((f"malloc(4 * sizeof({type}))", f"calloc(4, sizeof({type}))"))
    b.say(f"{type} *{name} = {allocation};", f"for (int k = 0; k < 4; k++) {name}[k] = {b.e(0)} + k;")
    if w.chance(30):
        b.say(f"{name} = realloc({name}, 8 * sizeof({type}));", f"{name}[5] = {b.e(0)};", f"{name}[0] ^= {name}[5];")
    b.say(f"{name}[{b.input()} & 3] {w.one(('=', '+=', '^='))} {b.e()};")
    b.say(f"{type} {result} = {name}[{b.input()} & 3];")
    b.known(result, type)
    if w.chance(40):
        b.say(f"free({name});")
    else:
        b.scope.arrays.append(Array(name, type, 4))


def variable_length(b: Body) -> None:
    name, total = b.new("vla"), b.new("sum")
    b.say(f"int {name}_n = ({b.input()} & 3) + 1;", f"int {name}[{name}_n];", f"int {total} = (int)sizeof {name};")
    b.say(f"for (int k = 0; k < {name}_n; k++) {name}[k] = {b.e(0)} + k;")
    b.say(f"for (int k = 0; k < {name}_n; k++) {total} += {name}[k];")
    b.known(total, "int")


def double_pointer(b: Body) -> None:
    w = b.writer
    one, two, pointer, outer = b.new("v"), b.new("v"), b.new("p"), b.new("pp")
    type = w.integer_type()
    b.say(f"{type} {one} = {b.e(0)}, {two} = {b.e(0)};", f"{type} *{pointer} = &{one};", f"{type} **{outer} = &{pointer};")
    b.say(f"if ({b.c()}) *{outer} = &{two};", f"**{outer} {w.one(('=', '+=', '^='))} {b.e()};")
    b.known(one, type)
    b.known(two, type)
    b.probe(f"({pointer} == &{one})", "int")
    b.scope.pointers.append(Place(pointer, type))


def pointer_walk(b: Body) -> None:
    w = b.writer
    array, pointer, total = b.new("walk"), b.new("w"), b.new("sum")
    type = w.integer_type()
    b.say(f"{type} {array}[4] = {{ {b.e(0)}, {b.e(0)}, {b.e(0)}, {b.e(0)} }};", f"int {total} = 0;")
    b.say(f"{type} *{pointer} = {array} + ({b.input()} & 3);")
    b.say(f"while ({pointer} {w.one(('<', '!='))} {array} + 4) {{", f"{total} = {total} * 3 + *{pointer}++;", "}")
    b.known(total, "int")
    b.probe(f"(int)({pointer} - {array})", "int")
    b.scope.arrays.append(Array(array, type, 4))


def floats(b: Body) -> None:
    w = b.writer
    name, type = b.new("f"), w.one(FLOATS)
    b.say(f"{type} {name} = {w.floating(b.scope)};")
    b.scope.places.append(Place(name, type))
    for _ in range(1 + w.random.randrange(2)):
        b.say(f"{name} = {w.floating(b.scope)};")
    if w.chance(50):
        b.say(f"if ({name} {w.one(('<', '>=', '=='))} {w.one(('1', '0.5', '2.5f'))}) {name} += 1;")
    b.probe(name, type)
    b.probe(f"({name} {w.one(('<', '>', '!='))} {w.one(('0', '1.5', '0.1f'))})", "int")


def static_counter(b: Body) -> None:
    name, result = b.new("tick"), b.new("r")
    type = b.writer.integer_type()
    start = b.writer.random.randrange(200)
    b.define(f"static int {name}(void) {{\nstatic {type} count = {start};\ncount += 3;\nreturn count;\n}}")
    b.say(
        f"int {result} = {name}();", f"if ({b.c()}) {result} = {name}();", f"{result} = {result} * 2;", f"{result} += {name}();"
    )
    b.known(result, "int")


def state_machine(b: Body) -> None:
    enum, state = b.new("colour"), b.new("state")
    b.declare(f"enum {enum} {{ {enum}_A, {enum}_B = 5, {enum}_C }};")
    b.say(f"enum {enum} {state} = {enum}_A;", "for (int k = 0; k < 3; k++) {", f"switch ({state}) {{")
    b.say(f"case {enum}_A: {state} = {b.c()} ? {enum}_B : {enum}_C; break;")
    b.say(f"case {enum}_B: {state} = {b.input()} & 1 ? {enum}_C : {enum}_A;", b.writer.one(("break;", "")))
    b.say(f"case {enum}_C: {state} = {enum}_B; break;", "}", "}")
    b.probe(f"(int){state}", "int")


def backward_goto(b: Body) -> None:
    counter, label, total = b.new("g"), b.new("again"), b.new("sum")
    b.say(f"int {counter} = 0, {total} = {b.e(0)};", f"{label}:;", f"int {counter}_last = {counter} + {b.input()};")
    b.say(f"{total} = {total} * 2 + {counter}_last;", f"if (++{counter} < 3) goto {label};")
    b.known(total, "int")


def separate_effects(b: Body) -> None:
    """Two calls in one expression that change different objects: any order gives the same."""
    one, two, result = b.new("left"), b.new("right"), b.new("r")
    for name in (one, two):
        b.declare(f"static int {name}_calls;")
        b.define(f"static int {name}(int a) {{\n{name}_calls += a;\nreturn {name}_calls + a;\n}}")
    b.say(f"int {result} = {one}({b.e(0)}) {b.writer.one(('+', '-', '*', '^'))} {two}({b.e(0)});")
    b.known(result, "int")
    b.probe(f"{one}_calls", "int")


def address_as_number(b: Body) -> None:
    name, number = b.new("v"), b.new("address")
    b.say(f"int {name} = {b.e()};", f"__UINTPTR_TYPE__ {number} = (__UINTPTR_TYPE__)&{name};", f"*(int *){number} += {b.e(0)};")
    b.known(name, "int")


def compound_literal(b: Body) -> None:
    name, array = b.new("lit"), b.new("r")
    b.say(f"int *{name} = (int[4]){{ {b.e(0)}, [2] = {b.e(0)} }};", f"int {array} = {name}[{b.input()} & 3];")
    b.known(array, "int")
    b.scope.arrays.append(Array(name, "int", 4))


def matrix(b: Body) -> None:
    w = b.writer
    name, type = b.new("m"), w.integer_type()
    b.declare(f"static {type} {name}[2][2] = {{ {{ 1, {w.random.randrange(300)} }}, {{ 3 }} }};")
    b.say(f"{name}[{b.input()} & 1][{b.e(0)} & 1] {w.one(('=', '+=', '-='))} {b.e()};")
    for text in (f"{name}[1][0]", f"{name}[0][1]"):
        b.known(text, type)


def written_through_parameter(b: Body) -> None:
    w = b.writer
    function, name, type = b.new("store"), b.new("v"), w.integer_type()
    b.define(f"static void {function}({type} *to, int by) {{\n*to {w.one(('+=', '=', '^=', '-='))} by;\n}}")
    b.say(f"{type} {name} = {b.e(0)};")
    b.known(name, type)
    targets = w.addresses(b.scope, type)
    b.say(f"{function}({w.one(targets)}, {b.e()});", f"{function}(&{name}, {b.e(0)});")


def library(b: Body) -> None:
    w = b.writer
    name = b.new("lib")
    b.need("stdlib.h", "ctype.h")
    call = w.one(
        (f"abs({b.e()})", f"(labs({b.e()}) == 3)", f"(isdigit(({b.input()} & 3) + 46) != 0)", f"toupper(({b.input()} & 3) + 96)")
    )
    b.say(f"int {name} = {call};")
    b.known(name, "int")


def nested_members(b: Body) -> None:
    w = b.writer
    struct, name = b.new("outer"), b.new("o")
    type = w.integer_type()
    b.declare(f"struct {struct} {{ char tag; struct {{ {type} x, y; }} in[2]; union {{ int i; short s; }}; }};")
    b.declare(f"static struct {struct} {name};")
    b.say(f"{name}.in[{b.input()} & 1].y = {b.e()};", f"{name}.i = {b.e(0)};", f"{name}.tag = {b.e(0)};")
    if w.chance(50):
        b.say(f"{name}.in[0] = {name}.in[1];")
    b.known(f"{name}.in[0].y", type)
    b.known(f"{name}.in[1].y", type)
    b.probe(f"{name}.s", "short")
    b.probe(f"{name}.tag", "char")


def barrier(b: Body) -> None:
    b.say(
        b.writer.one(('__asm__ volatile("" ::: "memory");', '__asm__ __volatile__("" : : : "memory");', "__sync_synchronize();"))
    )


def array_of_structures(b: Body) -> None:
    w = b.writer
    struct, name, type = b.new("item"), b.new("items"), w.integer_type()
    b.declare(f"struct {struct} {{ {type} key; struct {struct} *link; }};")
    b.say(f"struct {struct} {name}[2] = {{ {{ {b.e(0)}, &{name}[1] }}, {{ {b.e(0)}, &{name}[0] }} }};")
    b.say(f"{name}[{b.input()} & 1].link->key {w.one(('=', '+=', '^='))} {b.e()};")
    b.say(f"if ({b.c()}) {name}[0].link = &{name}[0];", f"{name}[0].link->key++;")
    b.known(f"{name}[0].key", type)
    b.known(f"{name}[1].key", type)
    b.probe(f"({name}[0].link == {name}[1].link)", "int")


FRAGMENTS: tuple[Fragment, ...] = (
    *(linked_list, recursion, mutual_recursion, function_pointers, union_pun, float_union, bit_fields, structures, copied_bytes),
    *(strings, heap_array, variable_length, double_pointer, pointer_walk, floats, floats, static_counter, state_machine),
    *(backward_goto, separate_effects, address_as_number, compound_literal, matrix, written_through_parameter, library),
    *(nested_members, barrier, array_of_structures),
)


# ------------------------------------------------------------------------------------------------- what C leaves open


@dataclass(frozen=True, slots=True)
class Peculiarity:
    """A fragment with its name, and the words of an assumption with which a verdict may differ from gcc."""

    name: str
    write: Fragment
    assumed: re.Pattern[str] | None = None
    defined: bool = False
    """Must all ways of compiling it agree?"""
    environments: int = 1


def assembler(b: Body) -> None:
    """Instructions that write more than their outputs."""
    w = b.writer
    name = b.new("cell")
    if w.chance(50):
        b.declare(f"int {name} = {w.random.randrange(9)};")
    else:
        b.say(f"int {name} = {w.random.randrange(9)};")
    scratch = b.new("d")
    lines = (
        f'__asm__ volatile("lock incl %0" : : "m"({name}) : "memory");',
        f'__asm__ volatile("lock; addl $3, %0" : "+m"({name}) : : "memory");',
        f'int {scratch} = 0;\n__asm__ volatile("incl %1" : "+r"({scratch}) : "m"({name}) : "memory");',
        f'int {scratch};\n__asm__ volatile("movl $9, %1" : "=r"({scratch}) : "m"({name}));',
        f'char {scratch}[4] = {{ 1, 1, 1, 1 }};\n__asm__ volatile("rep stosb" : : "D"({scratch}), "c"(4L), "a"(7) : "memory");'
        f"\n{name} = {scratch}[2];",
        f'__asm__ volatile("movl $5, %0" : "=m"({name}));',
    )
    b.say(w.one(lines))
    b.probe(name, "int")


def assembler_symbol(b: Body) -> None:
    name = b.new("symbol")
    b.declare(f"int {name} = 1;")
    b.say(f'__asm__ volatile("movl $5, {name}" : : : "memory");')
    b.probe(name, "int")


def evaluation_order(b: Body) -> None:
    w = b.writer
    name, result = b.new("bump"), b.new("r")
    b.declare(f"static int {name}_count;")
    b.define(f"static int {name}(void) {{\n{name}_count += 2;\nreturn {name}_count;\n}}")
    minus = b.new("minus")
    b.define(f"static int {minus}(int a, int b) {{ return a * 10 - b; }}")
    call = w.one((f"{minus}({name}(), {name}())", f"{name}_count + {name}()", f"{minus}({name}_count, {name}())"))
    b.say(f"int {result} = {call};")
    b.probe(result, "int")


def odd_bool(b: Body) -> None:
    """A ``_Bool`` whose byte is neither 0 nor 1."""
    w = b.writer
    name, result = b.new("flag"), b.new("r")
    value = w.one((f"{b.input()}", f"{b.input()} + 1", "2", "4"))
    match w.random.randrange(3):
        case 0:
            b.say(f"_Bool {name} = 0;", f"*(char *)&{name} = {value};")
            read = name
        case 1:
            b.declare(f"union {name}_u {{ _Bool b; unsigned char c; }};")
            b.say(f"union {name}_u {name};", f"{name}.c = {value};")
            read = f"{name}.b"
        case _:
            b.need("string.h")
            b.say(f"_Bool {name};", f"unsigned char {name}_byte = {value};", f"memcpy(&{name}, &{name}_byte, 1);")
            read = name
    b.say(f"int {result} = 0;", f"if ({read}) {result} = 1;")
    b.probe(result, "int")


def other_unit(b: Body) -> None:
    """Objects of another translation unit, to which its pointers may lead."""
    w = b.writer
    result = b.new("r")
    match w.random.randrange(3):
        case 0:
            b.declare("extern int extern_int, *extern_pointer;")
            b.say(f"extern_int = {w.random.randrange(3)};", f"*extern_pointer = {b.e(0)};", f"int {result} = extern_int;")
        case 1:
            b.declare("extern int extern_array[4], *extern_into_array;")
            b.say(f"extern_array[1] = {w.random.randrange(3)};", f"extern_into_array[1] = {b.e(0)};")
            b.say(f"int {result} = extern_array[1];")
        case _:
            b.declare("struct extern_node { struct extern_node *next; int value; };\nextern struct extern_node extern_head;")
            b.say("struct extern_node *other = extern_head.next;", f"extern_head.value = {w.random.randrange(3)};")
            b.say(f"other->value = {b.e(0)};", f"int {result} = extern_head.value;")
    b.probe(result, "int")


def pointer_from_other_unit(b: Body) -> None:
    """A function without a body returns the address of an object that is known here."""
    result = b.new("r")
    b.declare("extern int extern_int, *extern_function(void);")
    b.say(f"int *{result}_p = extern_function();", "extern_int = 1;", f"*{result}_p = 2;", f"int {result} = extern_int;")
    b.probe(result, "int")


def past_the_end(b: Body) -> None:
    one, two, result = b.new("arr"), b.new("arr"), b.new("r")
    type = b.writer.one(("int", "short", "char", "long long"))
    b.declare(f"{type} {one}[4] = {{ 1 }}, {two}[4] = {{ 2 }};")
    match b.writer.random.randrange(3):
        case 0:
            b.say(f"{type} *{result}_p = {one};", f"for (int k = 0; k < 4; k++) {result}_p++;")
            b.say(f"int {result} = {result}_p == {two};")
        case 1:
            b.say(f"int {result} = {one} + 4 == {two} || {two} + 4 == {one};")
        case _:
            touch = b.new("touch")
            b.define(f"static int {touch}({type} *a, {type} *b, int n) {{ return a + n == b; }}")
            b.say(f"int {result} = {touch}({one}, {two}, 4);")
    b.probe(result, "int")


def undefined_comparison(b: Body) -> None:
    w = b.writer
    one, two, result = b.new("x"), b.new("x"), b.new("r")
    match w.random.randrange(3):
        case 0:
            b.say(f"int {one} = {b.e(0)}, {two} = 0;", f"int {result} = &{one} {w.one(('<', '>'))} &{two};")
        case 1:
            b.need("stdlib.h")
            b.say(f"int *{one} = malloc(4);", f"free({one});", f"int *{two} = malloc(4);", f"int {result} = {one} == {two};")
        case _:
            frame = b.new("frame")
            b.define(f"static int *{frame}(int a) {{\nint local = a;\nint *p = &local;\nreturn p;\n}}")
            b.say(f"int *{one} = {frame}(1);", f"int *{two} = {frame}(2);", f"int {result} = {one} == {two};")
    b.probe(result, "int")


PECULIAR: tuple[Peculiarity, ...] = (
    Peculiarity("assembler", assembler),
    Peculiarity("assembler symbol", assembler_symbol),
    Peculiarity("evaluation order", evaluation_order, re.compile("order|left to right", re.I)),
    Peculiarity("odd _Bool", odd_bool),
    Peculiarity("other unit", other_unit, environments=2, defined=True),
    Peculiarity("pointer from other unit", pointer_from_other_unit, re.compile("extern_function"), defined=True, environments=2),
    *(Peculiarity("past the end", past_the_end, re.compile("address|object|past|end of|layout", re.I)),) * 2,
    Peculiarity("undefined comparison", undefined_comparison, re.compile("address|object|pointer|undefined|freed|life", re.I)),
)
