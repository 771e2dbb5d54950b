"""Library functions that go through memory byte by byte, against the interpreter."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.encoding.random_paths import Comparison, Mismatch, RandomInputs
from tests.interpreter.running import program_of
from tests.refine.running import TASK, read
from whet.algorithms import engine
from whet.core.configuration import load_configuration
from whet.core.context import Context, SoftLimits
from whet.core.result import FalseVerdict, Result, TrueVerdict
from whet.encoding.encode import Encoder
from whet.encoding.unfolding import Unfolding
from whet.interpreter.interpreter import Interpreter
from whet.interpreter.outcomes import Exited
from whet.solvers.port import engine_named
from whet.solvers.terms.factory import Terms

HEADER = """
typedef __SIZE_TYPE__ size_t;
void *memcpy(void *, const void *, size_t); void *memmove(void *, const void *, size_t); void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t); size_t strlen(const char *); size_t strnlen(const char *, size_t);
char *strcpy(char *, const char *); char *strncpy(char *, const char *, size_t); char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t); int strcmp(const char *, const char *); int strcasecmp(const char *, const char *);
int strncmp(const char *, const char *, size_t); void *malloc(size_t); void abort(void);
int isalpha(int); int isspace(int); int isxdigit(int); int ispunct(int); int toupper(int); int tolower(int);
int abs(int); long labs(long); int strncasecmp(const char *, const char *, size_t); char *strchr(const char *, int);
char *strrchr(const char *, int); void *memchr(const void *, int, size_t);
int printf(const char *, ...); int __VERIFIER_nondet_int(void); unsigned char __VERIFIER_nondet_uchar(void);
static int sign(int x) { return (x > 0) - (x < 0); }
"""
BODIES = {
    "memcpy": "memcpy(a + k % 3, b, n); r = a[2] + 256 * a[4];",
    "memcpy of ints": "memcpy(i + k % 2, j, 4 * (n % 3)); r = i[1]; s = i[2];",
    "memcpy of a part of an int": "memcpy(i, j, n); r = i[0]; s = i[1];",
    "memcpy to the heap": "char *p = malloc(8); p[3] = 1; p[4] = 7; memcpy(p, b, n); r = p[3]; s = p[4];",
    "memmove": "memmove(b + k % 3, b + 1, n); r = b[1]; s = b[3];",
    "memset": "memset(b + k % 3, a[0], n); r = b[1]; s = b[4];",
    "memset of ints": "memset(i, k, n); r = i[0]; s = i[1];",
    "strlen": "r = strlen(a + k % 3); s = strlen(b);",
    "strnlen": "r = strnlen(b, n); s = strnlen(a + 1, n);",
    "strcpy": "r = strcpy(b, a + k % 3) == b; s = b[1] + 256 * b[2];",
    "strncpy": "strncpy(b, a + k % 3, n); r = b[1]; s = b[3];",
    "strcat": "a[2] = 0; r = strcat(b, a) == b; s = b[1] + 256 * b[2];",
    "strncat": "a[2] = 0; b[n % 2] = 0; strncat(b, a, n); r = b[1]; s = b[2];",
    "strcmp": "r = strcmp(a, b) == 0; s = sign(strcmp(b, a));",
    "strcmp with a literal": 'r = strcmp(a, k % 2 ? "a" : "bc") == 0; s = sign(strcmp(a, "b"));',
    "strncmp": "r = strncmp(a, b, n) == 0; s = sign(strncmp(b, a, n));",
    "strcasecmp": 'r = strcasecmp(a, "Ab") == 0; s = sign(strcasecmp(a, b));',
    "memcmp": "r = memcmp(a, b, n) == 0; s = sign(memcmp(a + 1, b, n));",
    "memcmp of ints": "r = memcmp(i, j, 8) == 0; s = sign(memcmp(i, j, n));",
    "strncasecmp": 'r = strncasecmp(a, "Ab", n) == 0; s = sign(strncasecmp(a, b, n));',
    "strchr": "char *p = strchr(a + k % 3, letters[k % 4]); r = p ? p - a : -1; if (p) *p = 9; s = a[1] + 256 * a[2];",
    "strrchr": "char *p = strrchr(a + k % 3, letters[n % 4]); r = p ? p - a : -1;",
    "memchr": "char *p = memchr(a + k % 3, 'b' + 256, n); r = p ? p - a : -1; if (p) *p = 9; s = a[1] + 256 * a[2];",
    "classes": "r = !isalpha(k % 256) + 2 * !isspace(k % 256); s = !isxdigit(a[0]) + 2 * !ispunct(k % 128);",
    "case": "r = toupper(k % 300); s = tolower(k);",
    "abs": "r = abs(k); s = labs(k);",
}


CHARACTERS = " ".join(f"{array}[{at}] = letters[__VERIFIER_nondet_uchar() % 4];" for at in range(5) for array in "ab")


def program(body: str) -> str:
    """The characters are zero now and then, and otherwise "a", "b" or "A"."""
    return f"""{HEADER}
    int main(void) {{
      unsigned char letters[4] = {{0, 'a', 'b', 'A'}}; char a[6], b[8]; int i[3], j[3];
      long long out_f = 0, out0, out1; long r = 0, s = 0;
      {CHARACTERS}
      a[5] = b[5] = b[6] = b[7] = 0;
      for (int at = 0; at < 3; at++) {{ i[at] = at; j[at] = -at - 500; }}
      int k = __VERIFIER_nondet_int(); unsigned n = __VERIFIER_nondet_uchar() % 6;
      if (k < 0) k = -(k + 1);
      {body}
      out0 = r; out1 = s;
      printf("%lld\\n", out_f); printf("%lld\\n", out0); printf("%lld\\n", out1); return 0; }}"""


def compared(text: str, folder: Path, unfolds: int, runs: int = 3) -> Counter[str]:
    found, terms = program_of(text, folder), Terms()
    encoder, counts = Encoder(found, terms, unfolds=unfolds), Counter[str]()
    comparison = Comparison(found, engine_named("bitwuzla", terms), encoder, Interpreter(found), counts)
    for seed in range(runs):
        comparison.run(seed)
    return counts


@pytest.mark.parametrize("name", BODIES)
def test_paths_are_those_of_the_interpreter(name: str, tmp_path: Path) -> None:
    counts = compared(program(BODIES[name]), tmp_path, unfolds=16)
    assert counts["runs followed"] or counts["undefined behaviour noted"]


def test_a_wrong_length_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Unfolding, "_first", lambda self, stops: self._terms.bv(len(stops), self._width))
    with pytest.raises(Mismatch):
        compared(program(BODIES["strlen"]), tmp_path, unfolds=16)


def test_bytes_beyond_what_is_described_are_noted(tmp_path: Path) -> None:
    assert compared(program(BODIES["memcpy to the heap"]), tmp_path, unfolds=2)["runs followed"]


def verified(text: str, folder: Path) -> Result:
    return engine.run(read(text, folder), TASK, load_configuration("bmc"), Context(limits=SoftLimits(seconds=60)))


def printed(text: str, folder: Path) -> tuple[int, ...] | None:
    """What a program that asks for nothing prints; None if what it does has no meaning."""
    execution = Interpreter(program_of(text, folder)).run(RandomInputs(Random(0)))
    return tuple(map(int, execution.output.split()[1:])) if isinstance(execution.outcome, Exited) else None


KNOWN = "static unsigned pick(unsigned x) { return x; }"
GIVEN = "static unsigned pick(unsigned x) { unsigned y = __VERIFIER_nondet_int(); if (y != x) abort(); return y; }"


def chosen(text: str, random: Random) -> str:
    """The program with numbers in the place of its inputs."""
    for call in ("__VERIFIER_nondet_int()", "__VERIFIER_nondet_uchar()"):
        head, *rest = text.split(call)
        parts = (f"pick({random.choice((random.randrange(128), random.randrange(1 << 30)))}){part}" for part in rest)
        text = "".join((head, *parts))
    return text


@pytest.mark.parametrize("pick", [KNOWN, GIVEN], ids=["known", "given"])
@pytest.mark.parametrize("name", BODIES)
def test_verdicts_are_those_of_the_interpreter(name: str, pick: str, tmp_path: Path) -> None:
    random = Random(name)
    values = None
    while values is None:
        text = chosen(program(BODIES[name]), random)
        values = printed(text.replace("int main", f"{KNOWN} int main"), tmp_path)
    for wrong, verdict in ((0, TrueVerdict), (1, FalseVerdict)):
        test = f"if (r != {values[0]} || s != {values[1] + wrong}) reach_error(); out0 = r;"
        asked = text.replace("int main", f"{pick} int main").replace("out0 = r;", test)
        assert isinstance(verified(asked, tmp_path).verdict, verdict), asked


@pytest.mark.parametrize(
    "condition",
    [
        'strcmp(v[1], "-ab") == 0',
        'strcmp("-ab", v[1]) == 0',
        'strncmp(v[1] + 1, "abc", 2) == 0',
        'strcasecmp(v[1], "-AB") == 0',
        'memcmp(v[1], "-ab", 4) == 0',
        "strlen(v[1]) == 3",
    ],
)
def test_run_is_given_the_bytes_that_a_function_reads(condition: str, tmp_path: Path) -> None:
    """Some byte was read before, so the function is not the first to ask for it."""
    main = f"int main(int c, char **v) {{ if (c == 2 && v[1][1] == 'a' && {condition}) reach_error(); return 0; }}"
    result = verified(f"{HEADER} extern void reach_error(void); {main}", tmp_path)
    assert isinstance(result.verdict, FalseVerdict)
