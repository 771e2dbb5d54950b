"""Pieces of programs that use what C leaves open or undefined, or what the program does not show.

``Peculiarity`` says how far gcc's answer binds a verifier.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.differential.fragments import Body, Fragment


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
    Peculiarity("evaluation order", evaluation_order, re.compile("left to right")),
    Peculiarity("odd _Bool", odd_bool),
    Peculiarity("other unit", other_unit, environments=2, defined=True),
    Peculiarity("pointer from other unit", pointer_from_other_unit, re.compile("extern_function"), defined=True, environments=2),
    *(Peculiarity("past the end", past_the_end),) * 2,
    Peculiarity("undefined comparison", undefined_comparison, re.compile("ordered or subtracted|compared after the life")),
)
