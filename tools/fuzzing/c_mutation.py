"""Mutations of C programs, besides those of any text: what the front end has to bear.

No snippet includes a device or a pipe by a name that only the preprocessor knows, and nothing is nested by tens of thousands, for
which libclang takes more than linear time: what happens then is a limit of the run (docs/hostile-input.md)."""

from __future__ import annotations

from random import Random

from tools.fuzzing.mutation import TEXT_MUTATIONS, Material, Mutation, tokens_of

_NESTED = (
    (b"(", b"1", b")"),
    (b"{", b";", b"}"),
    (b"-", b"1", b""),
    (b"- -", b"1", b""),
    (b"!", b"1", b""),
    (b"1?", b"2", b":3"),
    (b"1?2:", b"3", b""),
    (b"(1,", b"2", b")"),
    (b"(char)", b"1", b""),
    (b"if (1) ", b";", b""),
    (b"if (1) ; else ", b";", b""),
    (b"while (0) ", b";", b""),
    (b"for (;0;) ", b";", b""),
    (b"do ", b";", b" while (0);"),
    (b"switch (1) ", b";", b""),
    (b"({", b"1;", b"})"),
    (b"1 + (", b"1", b")"),
    (b"1 + ", b"1", b""),
    (b"1 && ", b"1", b""),
    (b"*&", b"x", b""),
    (b"int *", b"q", b";"),
    (b"struct { ", b"int m;", b"} m;"),
    (b"sizeof ", b"1", b""),
    (b"_Generic(1, int: ", b"1", b")"),
    (b"a[", b"0", b"]"),
    (b"f(", b"0", b")"),
    (b"l: ", b";", b""),
    (b"case 1: ", b";", b""),
    (b"{", b"1", b"},"),
    (b"__extension__ ", b"1", b""),
    (b"\n#if 1\n", b"", b"\n#endif\n"),
    (b"typeof(", b"int", b")"),
)
_DEPTHS = (3, 20, 100, 400, 2000)
SNIPPETS = tuple(
    text.encode()
    for text in """
int a[1L << 40];
int b[1UL << 62];
int c[] = {[1L << 33] = 1};
int d[] = {[0 ... 100000] = 1};
char e[0x7fffffffffffffff];
int f[0]; int f2[-1];
struct { int m : 33; } bf; struct { int : 0; unsigned u : 1, : 5; } bg;
struct fl { int n; int data[]; } fl = {1, {1, 2, 3}};
union un { int i; float f; } un = {.f = 1.5f};
_BitInt(8388608) big; _BitInt(128) mid = 1; unsigned _BitInt(3) low;
__int128 wide = (__int128)1 << 100;
_Complex double cd = 1.0; float _Complex cf;
int v4 __attribute__((vector_size(16)));
_Thread_local int tl; _Atomic int at; _Atomic(struct un *) ap;
typedef int fn(int); fn *table[3][4];
int vla(int n) { int a[n][n]; return sizeof a; }
int comp(void) { void *l = &&here; goto *l; here: return 0; }
int stex(void) { return ({ int x = 1; x++; x; }); }
int old(a, b) int a; char b; { return a + b; }
int gen(void) { return _Generic(1.0f, float: 1, default: 2); }
int off(void) { return __builtin_offsetof(struct fl, data[3]); }
void asmf(void) { __asm__ volatile("nop" ::: "memory"); }
__asm__(".globl x");
int va(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int); }
int duff(int n) { switch (n) { case 0: do { case 1: n--; case 2 ... 5: ; } while (n); default: ; } return n; }
int jump(void) { int i; goto in; for (i = 0; i < 3; i++) { in: i += 2; if (i) continue; break; } return i; }
static int self = sizeof self; extern int later[]; int later[3] = {1};
int x = 1.0 / 0.0, y = (int)1e300; double z = 1e999999999, w = 0x1p-99999;
int s = sizeof(int[1L << 40]); int t = 1 << 40, u = -1 >> 70, q0 = 1 / 0, q1 = 1 % 0;
char str[] = "\\x41\\0\\377\\u00e9"; int wc = L'\\xffff'; int mc = 'abcdefgh'; char *p = "a" "b" L"c";
struct inc; struct inc *ip; struct inc iv; enum en { A = 1, B = A << 3, C = -1 }; enum en e1 = 77;
int cleanup(void) { __attribute__((cleanup(free))) int x; return 0; }
__attribute__((constructor)) void ctor(void) {}
void lit(void) { struct fl *l = &(struct fl){1}; int *i = (int[]){1, 2, [5] = 3}; }
int addr = (int)&addr; int *pp = &((int[3]){1, 2, 3})[1]; long dist = (char *)&pp - (char *)&addr;
int rec(int n) { return n ? rec(n - 1) : 0; } int main(int c, char **v, char **e) { return rec(c); }
void weak(void) __attribute__((weak)); int al __attribute__((alias("x"))); int sec __attribute__((section("s")));
int ov(void) { int r; return __builtin_add_overflow(1, 2, &r) + __builtin_constant_p(r) + __builtin_choose_expr(1, 2, 3); }
int (*(*fp)(int (*)(void)))[3]; int arr[3][4][5] = {{{1}, {2}}, [2] = {[3] = {[4] = 9}}};
void nested(void) { int inner(void) { return 1; } inner(); }
_Static_assert(1, "x"); _Static_assert(0, "y"); _Alignas(64) int aligned; _Noreturn void die(void);
int cmp(void) { return (struct fl){1}.n; } void blk(void) { ^{ return; }; } auto int reg; register int rr;
""".strip().splitlines()
)
DIRECTIVES = tuple(
    text.encode().replace(b"\\n", b"\n")
    for text in r"""
#pragma clang __debug crash
#pragma clang __debug overflow_stack
#pragma clang __debug llvm_fatal_error
#pragma clang __debug parser_crash
#pragma clang __debug llvm_unreachable
#pragma clang __debug dump x
#pragma clang module import x
#pragma clang attribute push (__attribute__((weak)), apply_to = function)
#pragma clang diagnostic error "-Weverything"
#pragma GCC system_header
#pragma GCC dependency "/etc/passwd"
#pragma GCC poison main int x
#pragma GCC diagnostic push
#pragma weak main = other
#pragma redefine_extname main other
#pragma pack(push, 1)
#pragma pack(3)
#pragma STDC FENV_ACCESS ON
#pragma omp parallel for
#pragma push_macro("x")
#pragma once
#pragma \
#include "/dev/zero"
#include </dev/zero>
#include "/dev/stdin"
#include_next <stdio.h>
#include "input.c"
#include "."
#include "/"
#include "nothing.h"
#import <stdio.h>
#embed "/dev/zero"
#if __has_include("/dev/zero")\n#endif
#if __has_embed("/dev/zero")\n#endif
#if (1 << 99999) / 0\n#endif
#if 1
#else
#endif
#elif
#line 999999999999 "x"
#line 1 "/etc/passwd"
# 1 "/dev/zero" 1 3 4
# 1 "x.c" 2
# 0 "\xff"
#ident "x"
#assert a(b)
#define int
#define main(x) main
#define F(x, ...) F(F, x) #x ## __VA_ARGS__ __VA_OPT__(x)
#define A A A A\nA
#define B(x) x x x x x x x x\n#define C(x) B(B(B(x)))\nC(int i;)
#undef __STDC__
#error x
#warning x
??=define Y 1
%:define Z 1
_Pragma("once") _Pragma("clang __debug crash")
""".strip().splitlines()
)
WORDS = tuple(
    b"int char short long unsigned signed float double void _Bool const volatile static extern register auto inline restrict "
    b"struct union enum typedef if else while for do switch case default break continue return goto sizeof _Alignof _Generic "
    b"__attribute__((packed)) __attribute__((aligned(4096))) __typeof__ __extension__ __int128 _Complex _Atomic "
    b"__builtin_unreachable() __builtin_trap() abort() malloc(1) alloca(9) __func__ NULL main x a 0 1 -1 1.5 'a' \"s\" 0x1p3 "
    b"1e400 0xffffffffffffffffffff 18446744073709551616 "
    b"1ull 08 0b101 ... -> ++ -- << >> <= >= == != && || += <<= ## # \\ ; , : ? = . "
    b"( ) [ ] { } * & ! ~ % ^ | < > / + - @ $ ` \xff \x00 \xe2\x80\xae".split(b" ")
)


def nest_c(rng: Random, text: bytes, material: Material) -> bytes:
    opening, inside, closing = rng.choice(_NESTED)
    depth = rng.choice(_DEPTHS)
    return _put(rng, text, opening * depth + inside + closing * depth)


def insert_snippet(rng: Random, text: bytes, material: Material) -> bytes:
    return _at_a_line(rng, text, rng.choice(SNIPPETS))


def insert_directive(rng: Random, text: bytes, material: Material) -> bytes:
    return _at_a_line(rng, text, rng.choice(DIRECTIVES))


def take_statement(rng: Random, text: bytes, material: Material) -> bytes:
    """A statement or two of another program, between two of this one."""
    parts = rng.choice(material.others).split(b";")
    begin = rng.randrange(len(parts))
    pieces = text.split(b";")
    pieces.insert(rng.randrange(len(pieces) + 1), b";".join(parts[begin : begin + rng.choice((1, 2, 5))]))
    return b";".join(pieces)


def _put(rng: Random, text: bytes, new: bytes) -> bytes:
    """In the place of a token."""
    tokens = tokens_of(text)
    if tokens:
        tokens[rng.randrange(len(tokens))] = new
    return b"".join(tokens)


def _at_a_line(rng: Random, text: bytes, new: bytes) -> bytes:
    lines = text.split(b"\n")
    lines.insert(rng.choice((0, rng.randrange(len(lines) + 1))), new)
    return b"\n".join(lines)


C_MUTATIONS: tuple[Mutation, ...] = (
    *TEXT_MUTATIONS,
    insert_snippet,
    insert_snippet,
    insert_snippet,
    insert_directive,
    take_statement,
    take_statement,
    nest_c,
)
