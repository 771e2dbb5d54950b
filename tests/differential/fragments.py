"""Pieces of programs, each about one part of the language.

A fragment adds declarations and statements to a program, and says which values are worth a check.
"""

from __future__ import annotations

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


def assignment_as_value(b: Body) -> None:
    """The value of an assignment is what the narrow object holds afterwards."""
    w = b.writer
    narrow, type, result = b.new("c"), w.one(("char", "unsigned char", "short", "_Bool", "signed char")), b.new("r")
    b.say(f"{type} {narrow} = {b.e(0)};", f"int {result} = ({narrow} {w.one(('=', '+=', '-=', '*='))} {b.e()});")
    b.say(f"if (({narrow} {w.one(('+=', '^=', '<<='))} {w.one(('1', '3', '7'))}) > {w.one(('0', '100', '-1'))}) {result}++;")
    b.known(narrow, type)
    b.known(result, "int")


def increments_in_conditions(b: Body) -> None:
    w = b.writer
    one, two, result = b.new("v"), b.new("v"), b.new("r")
    type = w.integer_type()
    b.say(f"{type} {one} = {b.e(0)}, {two} = {b.input()};", f"int {result} = 0;")
    b.say(f"if ({one}{w.one(('++', '--'))} {w.one(('&&', '||'))} {w.one(('--', '++'))}{two}) {result} = 1;")
    b.say(f"{result} += {one} > {two}-- ? {one} : ({two}++, 4);")
    b.known(one, type)
    b.known(two, type)
    b.known(result, "int")


def wrapping_loop(b: Body) -> None:
    count, type = b.new("n"), b.writer.one(("unsigned char", "signed char", "char"))
    start = {"unsigned char": "252", "signed char": "125", "char": "125"}[type]
    b.say(f"int {count} = 0;", f"for ({type} k = {start}; k != ({type})({start} + 2 + ({b.input()} & 3)); k++)", f"{count}++;")
    b.known(count, "int")


def strange_floats(b: Body) -> None:
    w = b.writer
    name, result, type = b.new("f"), b.new("r"), w.one(FLOATS)
    start = w.one(("0.0", "-0.0", "1e38f", "16777216.0f", "0x1p-1070", "1e308", "0.1"))
    b.say(f"{type} {name} = {start};", f"{name} = {name} {w.one(('*', '/', '+', '-'))} ({b.input()} & 3);")
    b.say(f"int {result} = ({name} != {name}) + 2 * ({name} > 0) + 4 * (1 / {name} < 0) + 8 * ({name} == ({type})(float){name});")
    b.known(result, "int")


def wide_to_float(b: Body) -> None:
    w = b.writer
    name, back = b.new("f"), b.new("r")
    wide = w.one(("9007199254740993LL", "16777217", "0xffffffffffffff00ULL", "-16777219", "4294967295u"))
    b.say(f"{w.one(FLOATS)} {name} = {wide} - ({b.input()} & 3);", f"double {back} = (double){name} - 16777216.0;")
    b.probe(back, "double")
    b.probe(f"({name} == {wide})", "int")


def frames(b: Body) -> None:
    """Recursion with a local object in each frame, written through the pointer of another frame."""
    name, result = b.new("frame"), b.new("r")
    b.define(
        f"static int {name}(int n, int *up) {{\nint own[2] = {{ n, n * 3 }};\nif (n == 0) return *up;\n"
        f"*up += own[1];\nint got = {name}(n - 1, &own[0]);\nreturn got * 2 + own[0];\n}}"
    )
    b.say(f"int {result}_base = {b.e(0)};", f"int {result} = {name}({b.input()} & 3, &{result}_base);")
    b.known(result, "int")
    b.known(f"{result}_base", "int")


def callbacks(b: Body) -> None:
    w = b.writer
    handler, one, two, apply = b.new("handler"), b.new("on"), b.new("on"), b.new("apply")
    total = b.new("sum")
    b.declare(f"struct {handler} {{ void (*run)(void *, int); void *data; }};")
    b.define(f"static void {one}(void *data, int by) {{ *(int *)data += by; }}")
    b.define(f"static void {two}(void *data, int by) {{ *(int *)data = *(int *)data * 2 - by; }}")
    b.define(f"static void {apply}(const struct {handler} *h, int by) {{ if (h->run) h->run(h->data, by); }}")
    b.say(f"int {total} = {b.e(0)};", f"struct {handler} {total}_h = {{ {b.c()} ? {one} : {w.one((two, '0'))}, &{total} }};")
    b.say(f"{apply}(&{total}_h, {b.e()});", f"{apply}(&{total}_h, 1);")
    b.known(total, "int")


def struct_parameter(b: Body) -> None:
    w = b.writer
    struct, function, name, result = b.new("box"), b.new("open"), b.new("b"), b.new("r")
    type = w.integer_type()
    b.declare(f"struct {struct} {{ char c; {type} v[2]; }};")
    b.define(f"static int {function}(struct {struct} s, int i) {{\ns.v[i & 1] += 5;\nreturn s.v[0] - s.v[1];\n}}")
    b.say(f"struct {struct} {name} = {{ 1, {{ {b.e(0)}, {b.e(0)} }} }};", f"int {result} = {function}({name}, {b.input()});")
    b.known(result, "int")
    b.known(f"{name}.v[0]", type)


def inner_pointer(b: Body) -> None:
    """From a member to its structure and back, and behind the pointer."""
    w = b.writer
    struct, name, pointer = b.new("holder"), b.new("hold"), b.new("p")
    first, second = w.integer_type(), w.integer_type()
    b.declare(f"struct {struct} {{ {first} a; {second} b; int c[4]; }};")
    b.say(f"struct {struct} {name} = {{ {b.e(0)}, {b.e(0)}, {{ 1, 2, 3, 4 }} }};", f"{second} *{pointer} = &{name}.b;")
    b.say(f"((struct {struct} *)((char *){pointer} - __builtin_offsetof(struct {struct}, b)))->a ^= {b.e(0)};")
    b.say(f"int *{pointer}_c = {name}.c + 3;", f"{pointer}_c[-({b.input()} & 3)] += {b.e(0)};")
    b.known(f"{name}.a", first)
    b.probe(f"{name}.c[1]", "int")
    b.probe(f"{name}.c[3]", "int")


def bytes_of_objects(b: Body) -> None:
    w = b.writer
    name, type = b.new("obj"), w.one(("int", "unsigned", "short", "long long", "unsigned long"))
    b.say(f"{type} {name} = {b.e()};", f"((unsigned char *)&{name})[{b.input()} & 1] {w.one(('=', '+=', '^='))} {b.e(0)};")
    if w.chance(50):
        b.say(f"*(short *)&{name} = {b.e(0)};")
    b.known(name, type)
    b.probe(f"((signed char *)&{name})[1]", "signed char")


def switch_with_ranges(b: Body) -> None:
    w = b.writer
    name, type = b.new("sw"), w.one(("char", "unsigned", "long long", "signed char"))
    b.say(f"int {name} = 0;", "for (int k = 0; k < 3; k++) {", f"switch (({type})({b.e()} - k)) {{")
    b.say(f"case -1: {name} += 1;", f"case 0 ... 2: {name} += 10; continue;", f"case 200: {name} += 100; break;")
    b.say(f"default: {name} ^= 7;", "}", f"{name} *= 2;", "}")
    b.known(name, "int")


def statement_expression(b: Body) -> None:
    name = b.new("se")
    b.say(f"int {name} = ({{ int q = {b.e()}; if (q > 2) q -= 2; q * 2; }}) + {b.e(0)};")
    b.known(name, "int")


def reversed_list(b: Body) -> None:
    node, head, result = b.new("cell"), b.new("list"), b.new("r")
    b.declare(f"struct {node} {{ struct {node} *next; signed char v; }};")
    b.declare(f"static struct {node} {head}_pool[4];")
    b.say(f"struct {node} *{head} = 0;", f"for (int k = 0; k < ({b.input()} & 3) + 1; k++) {{")
    b.say(f"{head}_pool[k].v = {b.e(0)} + k;", f"{head}_pool[k].next = {head};", f"{head} = &{head}_pool[k];", "}")
    b.say(f"struct {node} *{head}_back = 0;", f"while ({head}) {{", f"struct {node} *n = {head}->next;")
    b.say(f"{head}->next = {head}_back;", f"{head}_back = {head};", f"{head} = n;", "}")
    b.say(f"int {result} = {head}_back->v * 3 + ({head}_back->next ? {head}_back->next->v : 100);")
    b.known(result, "int")
    b.probe(f"({head}_back == {head}_pool)", "int")


def swapped(b: Body) -> None:
    w = b.writer
    function, one, two, type = b.new("swap"), b.new("v"), b.new("v"), w.integer_type()
    b.define(f"static void {function}({type} *a, {type} *b) {{\n{type} t = *a;\n*a = *b;\n*b = t;\n}}")
    b.say(f"{type} {one}[2] = {{ {b.e(0)}, {b.e(0)} }}, {two} = {b.e(0)};")
    b.say(f"{function}(&{one}[{b.input()} & 1], {w.one((f'&{two}', f'&{one}[1]', f'{one}'))});")
    b.known(two, type)
    b.known(f"{one}[0]", type)


def packed(b: Body) -> None:
    w = b.writer
    struct, name, type = b.new("tight"), b.new("pk"), w.one(("int", "short", "long long"))
    b.declare(f"struct __attribute__((packed)) {struct} {{ char a; {type} b; unsigned c : 5, d : 12; signed char e; }};")
    b.say(f"struct {struct} {name} = {{ 1, {b.e(0)}, {b.e(0)}, {b.e(0)}, 2 }};", f"{name}.d {w.one(('+=', '=', '-='))} {b.e()};")
    b.say(f"((unsigned char *)&{name})[1 + ({b.input()} & 3)] ^= {w.one(('1', '128', '255'))};")
    b.probe(f"{name}.b", type)
    b.probe(f"{name}.d", "unsigned")
    b.probe(f"{name}.e", "signed char")
    b.probe(f"(int)sizeof(struct {struct})", "int")


def long_doubles(b: Body) -> None:
    name = b.new("ld")
    b.say(f"long double {name} = {b.e(0)};", f"{name} = {name} / 3 + {b.input()};")
    b.probe(f"(double){name}", "double")
    b.probe(f"({name} == (double){name})", "int")


FRAGMENTS: tuple[Fragment, ...] = (
    *(linked_list, recursion, mutual_recursion, function_pointers, union_pun, float_union, bit_fields, structures, copied_bytes),
    *(strings, heap_array, variable_length, double_pointer, pointer_walk, floats, floats, static_counter, state_machine),
    *(backward_goto, separate_effects, address_as_number, compound_literal, matrix, written_through_parameter, library),
    *(nested_members, barrier, array_of_structures, assignment_as_value, increments_in_conditions, wrapping_loop, strange_floats),
    *(wide_to_float, frames, callbacks, struct_parameter, inner_pointer, bytes_of_objects, switch_with_ranges),
    *(statement_expression, reversed_list, swapped, packed, long_doubles),
)
