"""Random programs with one planted fault each, and their twins without it: no fault may be answered TRUE, no twin FALSE.

    python tools/planted_faults.py 1000 [--seed 1] [--seconds 5] [--jobs 2] [--preset race] [--results FILE.csv] [--show NUMBER]

Faults are of three kinds: memory that is read before it is written (members, elements, blocks, out-parameters), calls through
null function pointers, and buffers that are too short.  Each fault occurs for some input; the code around it is random.
``--show`` prints one program and its twin.  The exit code is 1 if an answer is wrong or a run crashed.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.verdicts.running import DEFAULT_CONFIGURATION, Word, verdict_of_command

_HEAD = """\
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
"""
_TYPES = ("int", "unsigned", "short", "long", "unsigned char", "double")


@dataclass(frozen=True, slots=True)
class Planted:
    """What declares the fault's surroundings, and the statements that run into it."""

    kind: str
    declarations: str
    statements: str


Fault = Callable[[random.Random, bool], Planted]


# ------------------------------------------------------------------------------------------------- memory not written


def _members(r: random.Random) -> list[tuple[str, str]]:
    return [(r.choice(_TYPES), f"m{number}") for number in range(r.randint(2, 5))]


def _struct(members: list[tuple[str, str]]) -> str:
    return "struct record { " + " ".join(f"{type} {name};" for type, name in members) + " };\n"


def _filled(target: str, members: list[tuple[str, str]], left_out: str | None) -> str:
    return " ".join(f"{target}{name} = {number + 1};" for number, (_, name) in enumerate(members) if name != left_out)


def member_of_a_local(r: random.Random, faulty: bool) -> Planted:
    members = _members(r)
    missing = r.choice(members)[1]
    text = f"struct record s; {_filled('s.', members, missing if faulty else None)} if (s.{missing} > 2) noise++;"
    return Planted("uninitialised", _struct(members), text)


def member_of_a_block(r: random.Random, faulty: bool) -> Planted:
    members = _members(r)
    missing = r.choice(members)[1]
    fill = _filled("p->", members, missing if faulty else None)
    text = f"struct record *p = malloc(sizeof *p); if (p) {{ {fill} if (p->{missing} == 3) noise += 2; free(p); }}"
    return Planted("uninitialised", _struct(members), text)


def member_filled_by_a_function(r: random.Random, faulty: bool) -> Planted:
    members = _members(r)
    missing = r.choice(members)[1]
    fill = _filled("r->", members, missing if faulty else None)
    declared = f"{_struct(members)}static void fill(struct record *r) {{ {fill} }}\n"
    return Planted("uninitialised", declared, f"struct record s; fill(&s); noise += s.{missing} != 0;")


def elements_of_an_array(r: random.Random, faulty: bool) -> Planted:
    size = r.randint(2, 7)
    last = size - 1 if faulty else size
    read = f"int i = {r.randint(0, size - 1)};" if not faulty else f"int i = {size - 1};"
    text = f"int a[{size}]; for (int k = 0; k < {last}; k++) a[k] = k; {read} if (a[i] > 1) noise++;"
    return Planted("uninitialised", "", text)


def elements_of_a_block(r: random.Random, faulty: bool) -> Planted:
    size = r.randint(2, 6)
    allocated = f"malloc({size} * sizeof *b)" if faulty else f"calloc({size}, sizeof *b)"
    text = f"long *b = {allocated}; if (b) {{ b[0] = 1; if (b[{r.randint(1, size - 1)}]) noise++; free(b); }}"
    return Planted("uninitialised", "", text)


def out_parameter(r: random.Random, faulty: bool) -> Planted:
    least = r.randint(-5, 5)
    otherwise = "" if faulty else f"else *out = {r.randint(0, 9)};"
    declared = f"static void get(int x, int *out) {{ if (x > {least}) *out = x / 2; {otherwise} }}\n"
    return Planted("uninitialised", declared, "int v; get(__VERIFIER_nondet_int(), &v); if (v == 7) noise++;")


def partly_set_array_of_records(r: random.Random, faulty: bool) -> Planted:
    members = _members(r)
    count = r.randint(2, 4)
    missing = r.choice(members)[1]
    fill = _filled("t[k].", members, None)
    skipped = r.randrange(count)
    guard = f"if (k != {skipped}) " if faulty else ""
    text = f"struct record t[{count}]; for (int k = 0; k < {count}; k++) {guard}{{ {fill} }} noise += t[{skipped}].{missing} > 1;"
    return Planted("uninitialised", _struct(members), text)


# --------------------------------------------------------------------------------------------- null function pointers

_OPERATIONS = "static int twice(int x) { return x > 0 ? 1 : 2; }\nstatic int half(int x) { return x / 2; }\n"


def entry_of_a_table(r: random.Random, faulty: bool) -> Planted:
    entries = [r.choice(["twice", "half"]) for _ in range(r.randint(2, 4))]
    if faulty:
        entries[r.randrange(len(entries))] = "0"
    table = f"static int (*const table[])(int) = {{ {', '.join(entries)} }};\n"
    text = f"unsigned at = __VERIFIER_nondet_uint() % {len(entries)}u; noise += table[at](3);"
    return Planted("null function", _OPERATIONS + table, text)


def callback_of_a_record(r: random.Random, faulty: bool) -> Planted:
    declared = f"{_OPERATIONS}struct hook {{ int id; int (*call)(int); }};\n"
    call = "" if faulty else ", twice"
    text = f"struct hook h = {{ {r.randint(1, 9)}{call} }}; noise += h.call(h.id);"
    return Planted("null function", declared, text)


def callback_set_on_one_way(r: random.Random, faulty: bool) -> Planted:
    otherwise = "" if faulty else " else handler = twice;"
    choose = f"static void choose(int x) {{ if (x > {r.randint(-3, 3)}) handler = half;{otherwise} }}\n"
    declared = f"{_OPERATIONS}static int (*handler)(int);\n{choose}"
    return Planted("null function", declared, "choose(__VERIFIER_nondet_int()); noise += handler(4);")


# -------------------------------------------------------------------------------------------------- buffers too short


def loop_to_the_end(r: random.Random, faulty: bool) -> Planted:
    size = r.randint(3, 9)
    compared = "<=" if faulty else "<"
    text = f"char a[{size}]; for (int k = 0; k {compared} {size}; k++) a[k] = (char)k; noise += a[0];"
    return Planted("short buffer", "", text)


def copied_block(r: random.Random, faulty: bool) -> Planted:
    size = r.randint(3, 12)
    copied = size + r.randint(1, 4) if faulty else size
    used = f"memcpy(to, from, {copied}); noise += to[0] == 'x'; free(to);"
    return Planted("short buffer", "", f'char from[32] = "x"; char *to = malloc({size}); if (to) {{ {used} }}')


def copied_string(r: random.Random, faulty: bool) -> Planted:
    word = "".join(r.choice("abcdef") for _ in range(r.randint(2, 9)))
    size = len(word) if faulty else len(word) + r.randint(1, 3)
    return Planted("short buffer", "", f'char to[{size}]; strcpy(to, "{word}"); noise += to[0] != 0;')


def index_from_input(r: random.Random, faulty: bool) -> Planted:
    size = r.randint(2, 9)
    compared = "<=" if faulty else "<"
    text = f"int a[{size}] = {{0}}; unsigned at = __VERIFIER_nondet_uint(); if (at {compared} {size}u) a[at] = 1; noise += a[0];"
    return Planted("short buffer", "", text)


def size_of_the_pointer(r: random.Random, faulty: bool) -> Planted:
    members = [("long", f"m{number}") for number in range(r.randint(2, 4))]
    size = "sizeof p" if faulty else "sizeof *p"
    fill = _filled("p->", members, None)
    return Planted("short buffer", _struct(members), f"struct record *p = malloc({size}); if (p) {{ {fill} free(p); }}")


def printed_number(r: random.Random, faulty: bool) -> Planted:
    size = r.randint(3, 5) if faulty else 12
    text = f'char to[{size}]; int n = {r.randint(10**6, 10**8)}; sprintf(to, "%d", n); noise += to[0] != 0;'
    return Planted("short buffer", "", text)


FAULTS: tuple[Fault, ...] = (
    *(member_of_a_local, member_of_a_block, member_filled_by_a_function, elements_of_an_array, elements_of_a_block),
    *(out_parameter, partly_set_array_of_records),
    *(entry_of_a_table, callback_of_a_record, callback_set_on_one_way),
    *(loop_to_the_end, copied_block, copied_string, index_from_input, size_of_the_pointer, printed_number),
)


# ---------------------------------------------------------------------------------------------------- what is around it


def program(number: int, seed: int, *, faulty: bool) -> tuple[str, str]:
    """The kind of the fault and the text; both twins make the same random choices around it."""
    r = random.Random(f"{seed}/{number}")
    fault = FAULTS[number % len(FAULTS)]
    around, inside = random.Random(r.random()), random.Random(r.random())
    planted = fault(inside, faulty)
    body = planted.statements
    for depth in range(around.randint(0, 3)):
        body = _wrapped(around, body, depth)
    functions, call = _called(around, body)
    before, after = (" ".join(_noise(around)) for _ in range(2))
    main = f"int main(void) {{ {before} {call} {after} return noise > 100; }}\n"
    return planted.kind, f"{_HEAD}static unsigned noise;\n{planted.declarations}{functions}{main}"


def _wrapped(r: random.Random, body: str, depth: int) -> str:
    match r.randrange(4):
        case 0:
            return f"if (__VERIFIER_nondet_int() > {r.randint(-9, 9)}) {{ {body} }}"
        case 1:
            return f"for (int w{depth} = 0; w{depth} < {r.randint(1, 3)}; w{depth}++) {{ {body} }}"
        case 2:
            return f"switch (__VERIFIER_nondet_uint() % 3u) {{ case {r.randrange(3)}: {{ {body} }} break; default: noise++; }}"
        case _:
            return f"{{ unsigned v{depth} = noise ^ {r.randint(1, 9)}u; {body} noise += v{depth} & 1u; }}"


def _called(r: random.Random, body: str) -> tuple[str, str]:
    """The statements in a chain of functions."""
    chain = r.randint(0, 2)
    if not chain:
        return "", f"{{ {body} }}"
    functions = f"static void f0(void) {{ {body} }}\n"
    for number in range(1, chain):
        functions += f"static void f{number}(void) {{ {' '.join(_noise(r))} f{number - 1}(); }}\n"
    return functions, f"f{chain - 1}();"


def _noise(r: random.Random) -> Iterator[str]:
    for _ in range(r.randint(0, 3)):
        yield r.choice(
            [
                f"noise = noise * {r.randint(2, 9)}u + {r.randint(0, 9)}u;",
                f"for (unsigned z = 0; z < {r.randint(1, 4)}u; z++) noise ^= z;",
                f"if (noise % {r.randint(2, 7)}u == 1u) noise += 3u;",
                "noise += (unsigned)(__VERIFIER_nondet_int() & 7);",
            ]
        )


# ------------------------------------------------------------------------------------------------------------- answers


@dataclass(frozen=True, slots=True)
class _Job:
    number: int
    seed: int
    faulty: bool
    seconds: float
    preset: str


def _twin(job: _Job) -> str:
    return "fault" if job.faulty else "twin"


def _known(results: Path | None) -> list[tuple[str, ...]]:
    """What an earlier run found."""
    if results is None or not results.exists():
        return []
    with results.open(newline="", encoding="utf-8") as file:
        return [tuple(row) for row in csv.reader(file)]


def _measured(job: _Job) -> tuple[str, ...]:
    kind, text = program(job.number, job.seed, faulty=job.faulty)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text(text)
        answer = verdict_of_command(path, "LP64", job.preset, job.seconds)
    wrong = answer.word is (Word.TRUE if job.faulty else Word.FALSE)
    judged = "crashed" if answer.word is Word.CRASHED else "wrong" if wrong else "right" if answer.decided else "unknown"
    name = FAULTS[job.number % len(FAULTS)].__name__
    return str(job.number), kind, name, _twin(job), judged, f"{answer.word} {answer.part}".strip()


def main() -> int:
    options = _parser().parse_args()
    if options.show is not None:
        for faulty in (True, False):
            sys.stdout.write(program(options.show, options.seed, faulty=faulty)[1] + "\n")
        return 0
    jobs = [
        _Job(number, options.seed, faulty, options.seconds, options.preset)
        for number in range(options.programs)
        for faulty in ((True,) if options.without_twins else (True, False))
    ]
    rows = _known(options.results)
    done = {(row[0], row[3]) for row in rows}
    jobs = [job for job in jobs if (str(job.number), _twin(job)) not in done]
    with multiprocessing.get_context("fork").Pool(options.jobs) as pool:
        for row in pool.imap(_measured, jobs):
            rows.append(row)
            if options.results:
                with options.results.open("a", newline="", encoding="utf-8") as file:
                    csv.writer(file).writerow(row)
            if row[4] in ("wrong", "crashed"):
                sys.stdout.write(" ".join(row) + "\n")
                sys.stdout.flush()
    counts = Counter((row[1], row[3], row[4]) for row in rows)
    for (kind, twin, judged), count in sorted(counts.items()):
        sys.stdout.write(f"{kind:<16}{twin:<8}{judged:<10}{count:6}\n")
    return int(any(row[4] in ("wrong", "crashed") for row in rows))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="planted_faults.py", description="Programs with one planted fault each, and their twins."
    )
    parser.add_argument("programs", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--preset", default=DEFAULT_CONFIGURATION)
    parser.add_argument("--results", type=Path, help="a file to go on from and to add to")
    parser.add_argument("--without-twins", action="store_true", help="only the programs with a fault")
    parser.add_argument("--show", type=int, metavar="NUMBER")
    return parser


if __name__ == "__main__":
    sys.exit(main())
