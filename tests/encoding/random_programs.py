"""Small random C programs that read inputs, compute, and print the values of all their variables at the end.

Most of what they do is defined; a few divisions, shifts and accesses are not guarded, so that some runs end in undefined
behaviour.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

HEADER = """\
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void); short __VERIFIER_nondet_short(void);
unsigned int __VERIFIER_nondet_uint(void); long long __VERIFIER_nondet_longlong(void); _Bool __VERIFIER_nondet_bool(void);
float __VERIFIER_nondet_float(void); double __VERIFIER_nondet_double(void);
struct pair { int first; short second; };
struct bits { unsigned a : 3; int b : 5; unsigned long long c : 33; _Bool d : 1; };
struct node { int data; struct node *next; };
union mixed { unsigned u; unsigned char c[4]; float f; };
"""

INTEGERS = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long long", "_Bool")
INPUTS = ("int", "uchar", "short", "uint", "longlong", "bool")
CONSTANTS = ("0", "1", "-1", "2", "7", "255", "-128", "65535", "2147483647", "4294967295u", "1000003", "(-2147483647-1)")

READ = """v0 v1 v2 v3 g0 g1 ga[1] gs.first gs.second *p *gp q->first b.a b.b b.c m.u m.c[1] h[2] list->data c grid[1][0]"""
WRITTEN = """v0 v1 v2 v3 g0 g1 gs.first gs.second *p *gp q->second b.a b.b b.c b.d m.u m.c[2] list->data c"""
PRINTED = """v0 v1 v2 v3 v4 g0 g1 c ga[0] ga[1] ga[2] ga[3] gs.first gs.second *p *gp a[0] a[2] a[4] s.first s.second
pairs[1].first b.a b.b b.c b.d m.u h[0] h[1] h[3] list->data grid[0][2] grid[1][1]"""
POINTERS = (
    "p = &v4;",
    "p = gp;",
    "gp = &ga[1];",
    "gp = p == &v4 ? ga : p;",
    "p = h;",
    "q = &gs;",
    "q = &s;",
    "q = pairs + 1;",
    "list = list->next ? list->next : list;",
    "bump(&v4); bump(p);",
    "bump(&q->first);",
    "{ struct node *n = malloc(sizeof *n); n->data = v0; n->next = list; list = n; }",
    "{ struct node *n = list->next; if (n) { list->next = n->next; free(n); } }",
)
STRUCTURES = (
    "s = gs;",
    "gs = s;",
    "*q = s;",
    "s = make(v0, v1);",
    "pairs[1] = pairs[0];",
    "memset(a, 1, sizeof a);",
    "memcpy(a, ga, 2 * sizeof a[0]);",
    "{ struct bits o = b; o.a = v0; b = o; }",
    "{ union mixed o = m; o.c[3] ^= 1; m = o; }",
    "total(s, v2);",
    "{ short z[3] = {1, 2}; v1 += z[(unsigned)v0 % 3u]; }",
    "{ int w; if (v0 > 3) w = v1; else w = 9; v2 += w; }",
    "{ unsigned char *z = (unsigned char *)&v4; v1 ^= z[1]; z[2] = v0; }",
    '{ const char *z = "hello"; v2 += z[(unsigned)v0 % 5u]; }',
    "{ struct outer { struct pair in[2]; int *r; } o = {{{1, 2}, {v0, 4}}, p}; *o.r += o.in[1].first; }",
    "{ int (*f[2])(int) = {inc, dec}; v1 = f[v0 & 1](v1); }",
    "{ int k = 3; do { v2 += k; } while (--k > (v0 & 1)); }",
    "{ union { int *i; unsigned char c[8]; } z; z.i = p; *z.i += 1; }",
    "{ long long w = v0; memcpy(&v4, &w, 4); }",
    "{ static int once; v3 += once++; }",
    "{ struct pair *z = malloc(2 * sizeof *z); z[1] = s; z[0] = z[1]; v0 += z[0].first; free(z); }",
    "fill(ga, v0 & 3);",
    "{ int n = (v0 & 3) + 1; int z[n]; for (int k = 0; k < n; k++) z[k] = k + v1; v2 += z[n - 1]; }",
)


class ProgramWriter:
    """Writes one program."""

    def __init__(self, seed: int, *, floats: bool = True) -> None:
        self._random = Random(seed)
        self._floats = floats
        self._loops = 0
        self._in_function = False
        self._lines: list[str] = []
        self._indent = 1

    # ------------------------------------------------------------------------------------------ expressions

    def _pick(self, *choices: Callable[[], str]) -> str:
        return self._random.choice(choices)()

    def integer(self, depth: int) -> str:
        if depth <= 0 or self._random.random() < 0.25:
            return self._pick(self._leaf, self._leaf, lambda: self._random.choice(CONSTANTS))
        return self._pick(self._arithmetic(depth), self._arithmetic(depth), self._comparison(depth), self._other(depth))

    def _leaf(self) -> str:
        if self._in_function:
            return self._random.choice(("x", "y", "x", "g0", "g1", "ga[x & 3]", "gs.first", "*gp"))
        places = READ.split()
        return self._pick(lambda: self._random.choice(places), lambda: f"ga[{self._index(4)}]", lambda: f"a[{self._index(5)}]",
                          lambda: f"h[{self._index(4)}]", lambda: f"grid[{self._index(2)}][{self._index(3)}]")  # fmt: skip

    def _index(self, count: int) -> str:
        if self._random.random() < 0.004:
            return self.integer(0)
        if self._random.random() < 0.3:
            return str(self._random.randrange(count))
        return f"(unsigned)({self.integer(1)}) % {count}u"

    def _arithmetic(self, depth: int) -> Callable[[], str]:
        def write() -> str:
            op = self._random.choice(("+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>", "+", "-"))
            left, right = self.integer(depth - 1), self.integer(depth - 1)
            if op in "/%" and self._random.random() < 0.98:
                right = f"(({right} & 15) + 1)"
            if op in ("<<", ">>") and self._random.random() < 0.99:
                right = f"({right} & 7)"
            return f"({left} {op} {right})"

        return write

    def _comparison(self, depth: int) -> Callable[[], str]:
        def write() -> str:
            op = self._random.choice(("<", "<=", ">", ">=", "==", "!=", "&&", "||"))
            return f"({self.integer(depth - 1)} {op} {self.integer(depth - 1)})"

        return write

    def _other(self, depth: int) -> Callable[[], str]:
        def write() -> str:
            inner = self.integer(depth - 1)
            choices = [f"(- {inner})", f"(~{inner})", f"(!{inner})", f"(({self._random.choice(INTEGERS)}){inner})",
                       f"({inner} ? {self.integer(depth - 1)} : {self.integer(depth - 1)})"]  # fmt: skip
            if not self._in_function:
                choices += ["(p == gp)", "(p != &ga[2])", "(q == &gs)", "(list->next == 0)", "(int)(p - ga)", "(p < ga + 3)"]
                if self._floats:
                    number = self.floating(depth - 1)
                    choices += [f"({number} < {self.floating(depth - 1)})", f"({number} == {self.floating(depth - 1)})"]
                    choices += [f"({number} > -1e4 && {number} < 1e4 ? (int)({number}) : 5)"]
                if depth > 1:
                    choices += [f"twice({self.integer(depth - 2)}, {self.integer(depth - 2)})", f"pick({inner})({inner})"]
            return self._random.choice(choices)

        return write

    def floating(self, depth: int) -> str:
        leaf = self._random.choice(("f", "d", "1.5f", "0.1", "-2.0", "1e30f", "m.f", "fa[1]"))
        if depth <= 0 or self._random.random() < 0.3:
            return leaf
        choices = [f"({self.floating(depth - 1)} {self._random.choice('+-*/')} {leaf})", f"(float){leaf}", f"(- {leaf})"]
        choices += [f"(double)({self.integer(depth - 1)})", f"(float)({self.integer(depth - 1)})"]
        return self._random.choice(choices)

    # ------------------------------------------------------------------------------------------ statements

    def _emit(self, text: str) -> None:
        self._lines.append("    " * self._indent + text)

    def _statement(self, depth: int) -> None:
        kinds = [self._assignment] * 6 + [self._pointers, self._structures, self._input]
        if depth > 0:
            kinds += [self._branch(depth)] * 3 + [self._loop(depth), self._switch(depth)]
        self._random.choice(kinds)()

    def _assignment(self) -> None:
        if self._floats and self._random.random() < 0.2:
            self._emit(f"{self._random.choice(('f', 'd', 'f', 'd', 'm.f', 'fa[0]', 'fa[1]'))} = {self.floating(2)};")
            return
        places = tuple(WRITTEN.split())
        indexed = (
            f"ga[{self._index(4)}]",
            f"a[{self._index(5)}]",
            f"h[{self._index(4)}]",
            f"grid[{self._index(2)}][{self._index(3)}]",
        )
        place = self._random.choice(places + indexed)
        self._emit(f"{place} {self._random.choice(('=', '=', '=', '+=', '-=', '^='))} {self.integer(2)};")

    def _input(self) -> None:
        self._emit(f"v{self._random.randrange(4)} = __VERIFIER_nondet_{self._random.choice(INPUTS)}();")

    def _pointers(self) -> None:
        index = self._index(4)
        self._emit(self._random.choice((f"p = &ga[{index}];", f"p = h + {index};", *POINTERS)))

    def _structures(self) -> None:
        self._emit(self._random.choice(STRUCTURES))

    def _nested(self, depth: int) -> None:
        self._indent += 1
        for _ in range(self._random.randrange(1, 3)):
            self._statement(depth - 1)
        self._indent -= 1

    def _branch(self, depth: int) -> Callable[[], None]:
        def write() -> None:
            self._emit(f"if ({self.integer(2)}) {{")
            self._nested(depth)
            if self._random.random() < 0.5:
                self._emit("} else {")
                self._nested(depth)
            self._emit("}")

        return write

    def _loop(self, depth: int) -> Callable[[], None]:
        def write() -> None:
            name = f"i{self._loops}"
            self._loops += 1
            bound = self._random.choice(("2", "3", "(v0 & 3)"))
            self._emit(f"for (int {name} = 0; {name} < {bound}; {name}++) {{")
            self._nested(depth)
            if self._random.random() < 0.3:
                self._emit(f"    if ({self.integer(1)}) {self._random.choice(('break', 'continue'))};")
            self._emit("}")

        return write

    def _switch(self, depth: int) -> Callable[[], None]:
        def write() -> None:
            self._emit(f"switch ({self.integer(1)} & 3) {{ case 0: v0++; break; case 1: v1--; default:")
            self._nested(depth)
            self._emit("}")

        return write

    # ------------------------------------------------------------------------------------------ programs

    def text(self) -> str:
        return HEADER + self._globals() + self._functions() + self._main()

    def _globals(self) -> str:
        types = [self._random.choice(INTEGERS) for _ in range(2)]
        scalars = f"{types[0]} g0 = {self._random.choice(CONSTANTS)}; {types[1]} g1;"
        return f"{scalars} int ga[4] = {{3, 1, 4}}; struct pair gs; int *gp = ga;\n"

    def _functions(self) -> str:
        self._in_function = True
        bound, value, other = self.integer(1), self.integer(2), self.integer(1)
        body = f"int twice(int x, short y) {{ if (x < {bound}) return {value}; g0 += y; return {other}; }}\n"
        body += "static int inc(int x) { return x + 1; } static int dec(int x) { return x - 1; }\n"
        body += "static int (*pick(int x))(int) { return x & 1 ? inc : dec; }\n"
        last = self.integer(1).replace("x", "n").replace("y", "n")
        body += f"static int down(int n) {{ int w[2] = {{n, 1}}; if (n <= 0) return {last}; "
        body += "int t = down(n - 1); return w[0] + t + w[1]; }\n"
        body += "static void bump(int *x) { *x += 1; } static int total(struct pair x, int y) { x.first += y; return x.first; }\n"
        body += "static void fill(int *x, int n) { int k = n; int *r = &k; if (n > 0) { x[n - 1] = *r; fill(x, n - 1); } }\n"
        body += "static struct pair make(int x, int y) { struct pair r; r.first = x; r.second = y; return r; }\n"
        self._in_function = False
        return body

    def _main(self) -> str:
        types = [self._random.choice(INTEGERS) for _ in range(4)]
        self._lines = ["int main(void) {"]
        for number, type in enumerate(types):
            self._emit(f"{type} v{number} = {self._random.choice([f'__VERIFIER_nondet_{i}()' for i in INPUTS] + ['3'])};")
        self._emit(
            "unsigned char c = 1; short a[5] = {1, 2, 3}; struct pair s = {1, 2}, *q = &gs, pairs[2] = {{1, 2}, {3,"
            " 4}}; int v4 = 5;"
        )
        self._emit(
            "struct bits b = {1, -2, 3}; union mixed m; m.u = 0x3f800000; int *p = &ga[2]; int grid[2][3] = {{1, 2, 3}, {4}};"
        )
        self._emit("int *h = malloc(4 * sizeof *h); h[0] = 1; h[1] = v0; h[2] = 2; h[3] = -7;")
        self._emit("struct node *list = calloc(1, sizeof *list); float f = 1.0f; double d = 0.5; float fa[2] = {1, 2};")
        if self._floats and self._random.random() < 0.5:
            self._emit(
                f"f = __VERIFIER_nondet_float(); {'d = __VERIFIER_nondet_double();' if self._random.random() < 0.5 else ''}"
            )
        for _ in range(self._random.randrange(2, 6)):
            self._statement(2)
        if self._random.random() < 0.3:
            self._emit("v2 = down(v1 & 3);")
        self._outputs()
        return "\n".join([*self._lines, "    return 0;", "}", ""])

    def _outputs(self) -> None:
        places = [*PRINTED.split(), "f > d"]
        for number, place in enumerate(places):
            self._emit(f"long long out{number} = {place};")
        self._emit('union mixed n; n.f = f; long long out_f = f == f ? n.u : 0; printf("%lld\\n", out_f);')
        for number, _ in enumerate(places):
            self._emit(f'printf("%lld\\n", out{number});')


def random_program(seed: int, *, floats: bool = True) -> str:
    return ProgramWriter(seed, floats=floats).text()
