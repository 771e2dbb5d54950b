"""Random programs with lists or trees, and what gcc's address sanitizer says of their runs.

The statements make, link, move and free blocks in any order, by a few variables, a global one and helper functions; most of them
ask whether a pointer is null before they follow it.  Whatever the analysis proves of such a program must be true in all runs::

    python -m tests.analyses.heap.random_programs --count 500 --first 0
    python -m tests.analyses.heap.random_programs --count 500 --first 0 --trees
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path
from random import Random

from tests.analyses.heap.proving import ExploredProgram, explored
from whet.core.context import LimitReached
from whet.proofs.check import CheckAccepted

CHECKS = ("memory", "free", "leak")
RUNS = 30
_HEAD = """extern void *malloc(unsigned long); extern void free(void *);
extern int __VERIFIER_nondet_int(void); extern void tick(void);
struct node { struct node *next; struct node *prev; int value; };
static struct node *g;
static struct node *make(struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->next = next; n->prev = 0; n->value = 0;
    return n;
}
static void push(struct node **list) {
    struct node *n = make(*list);
    if (*list) (*list)->prev = n;
    *list = n;
}
static void pop(struct node **list) {
    struct node *n = *list;
    if (n) { *list = n->next; if (n->next) n->next->prev = 0; free(n); }
}
static struct node *last(struct node *list) {
    while (list && list->next) { tick(); list = list->next; }
    return list;
}
"""
_TREE_HEAD = """extern void *malloc(unsigned long); extern void free(void *);
extern int __VERIFIER_nondet_int(void); extern void tick(void);
struct node { struct node *left; struct node *right; int value; };
static struct node *g;
static struct node *make(struct node *left, struct node *right) {
    struct node *n = malloc(sizeof *n);
    n->left = left; n->right = right; n->value = 0;
    return n;
}
static void insert(struct node **at) {
    while (*at) { tick(); if (__VERIFIER_nondet_int()) at = &(*at)->left; else at = &(*at)->right; }
    *at = make(0, 0);
}
static void drop(struct node **at) {
    if (!*at) return;
    while ((*at)->left || (*at)->right) { tick(); if ((*at)->left) at = &(*at)->left; else at = &(*at)->right; }
    free(*at); *at = 0;
}
static struct node *walk(struct node *t) {
    while (t && __VERIFIER_nondet_int()) { tick(); if (__VERIFIER_nondet_int()) t = t->left; else t = t->right; }
    return t;
}
"""
_SURROUNDINGS = """#include <stdlib.h>
#include <unistd.h>
static unsigned state; static int steps, blocks;
int __VERIFIER_nondet_int(void) { state = state * 1103515245u + 12345u; return (state >> 16) % 3 == 0 ? 0 : (state >> 16) % 5; }
void tick(void) { if (++steps > 300) _exit(0); }
void *counted_malloc(unsigned long n) { tick(); blocks++; return malloc(n); }
void counted_free(void *p) { blocks -= p != 0; free(p); }
int program(void);
int main(int argc, char **argv) {
    for (int run = 0; run < 1; run++) { state = atoi(argv[1]) * 7919u; program(); if (blocks) _exit(23); }
    return 0;
}
"""
_ATOMS = (
    *("X = 0;", "X = Y;", "X = make(Y);", "X = make(0);", "push(&X);", "pop(&X);", "X = last(Y);", "g = X;", "X = g;"),
    *("if (X) X = X->next;", "if (X) X = X->prev;", "if (X) X->next = Y;", "if (X) X->prev = Y;", "if (X) X->value = 1;"),
    *("X = X->next;", "X->next = Y;", "free(X);", "free(X); X = 0;", "free(X); X = Y;"),
    "if (X) { struct node *t = X->next; free(X); X = t; }",
    "if (X && X->next) { struct node *t = X->next; X->next = t->next; free(t); }",
    "if (X) { struct node *t = make(X->next); t->prev = X; if (X->next) X->next->prev = t; X->next = t; }",
    "while (X) { tick(); struct node *t = X->next; free(X); X = t; }",
    "while (X && __VERIFIER_nondet_int()) { tick(); X = X->next; }",
    "for (struct node *t = X; t; t = t->next) { tick(); t->value = 2; }",
    "for (struct node *t = X; t; t = t->next) { tick(); if (t->next) t->next->prev = t; }",
    "while (__VERIFIER_nondet_int()) { tick(); push(&X); }",
    "while (__VERIFIER_nondet_int()) { tick(); pop(&X); }",
    "while (__VERIFIER_nondet_int()) { tick(); struct node *t = make(0); t->prev = X; if (X) X->next = t; X = t; }",
    "if (X == Y) X = 0;",
    "if (X != Y && X) X->value = 3;",
    "{ struct node *t = 0; while (X) { tick(); struct node *n = X->next; X->next = t; t = X; X = n; } X = t; }",
    "{ struct node **t = &X; while (*t && __VERIFIER_nondet_int()) { tick(); t = &(*t)->next; } *t = make(*t); }",
    "{ struct node **t = &X; while (*t && __VERIFIER_nondet_int()) { tick(); t = &(*t)->next; } if (*t)"
    " { struct node *n = *t; *t = n->next; free(n); } }",
)
_TREE_ATOMS = (
    *("X = 0;", "X = Y;", "X = make(Y, 0);", "X = make(0, Y);", "X = make(0, 0);", "X = make(Y, Z);", "g = X;", "X = g;"),
    *("insert(&X);", "insert(&X);", "drop(&X);", "X = walk(Y);", "if (X) X = X->left;", "if (X) X->value = 1;"),
    *("if (X) X->left = Y;", "if (X && !X->right) X->right = make(0, 0);", "free(X);", "free(X); X = 0;", "X = X->right;"),
    "if (X && !X->left && !X->right) { free(X); X = 0; }",
    "if (X && X->left) { struct node *t = X->left; X->left = t->right; t->right = X; X = t; }",
    "if (X) { struct node *t = X->left; X->left = X->right; X->right = t; }",
    "if (X) { struct node *t = X->left; free(X); X = t; }",
    "if (X && !X->right) { struct node *t = X->left; free(X); X = t; }",
    "if (X && X->left) { free(X->left); X->left = 0; }",
    "if (X && X->left && !X->left->left && !X->left->right) { free(X->left); X->left = 0; }",
    "if (X && X->right && !X->right->left && !X->right->right) free(X->right);",
    "if (X && !X->left) X->left = X->right;",
    "while (__VERIFIER_nondet_int()) { tick(); insert(&X); }",
    "while (__VERIFIER_nondet_int()) { tick(); drop(&X); }",
    "while (X) { tick(); drop(&X); }",
    "while (__VERIFIER_nondet_int()) { tick(); X = make(X, 0); }",
    "while (__VERIFIER_nondet_int()) { tick(); X = make(X, make(0, 0)); }",
    "{ struct node *t = walk(X); if (t) { t->value = 2; if (!t->left) t->left = make(0, 0); } }",
    "{ struct node *t = walk(X); if (t && t->right) { t->right->value = 2; t->right = 0; } }",
    "while (X) { tick(); if (X->left) { struct node *t = X->left; X->left = t->right; t->right = X; X = t; }"
    " else { struct node *t = X->right; free(X); X = t; } }",
    "if (X == Y) X = 0;",
)
_NAMES = ("a", "b", "c", "d")


class Generator:
    """Writes one program."""

    def __init__(self, seed: int, *, trees: bool = False) -> None:
        self._random = Random(seed)
        self._trees = trees
        self._names = self._random.sample(_NAMES, self._random.choice((1, 1, 2, 2, 3)))

    def program(self) -> str:
        body = self._statements(2)
        if self._random.random() < 0.7:
            for name in (*self._names, "g"):
                if self._trees:
                    body += f"    while ({name}) {{ tick(); drop(&{name}); }}\n"
                else:
                    body += f"    while ({name}) {{ tick(); struct node *t = {name}->next; free({name}); {name} = t; }}\n"
        variables = ", ".join(f"*{name} = 0" for name in self._names)
        return f"{_TREE_HEAD if self._trees else _HEAD}int main(void) {{\n    struct node {variables};\n{body}    return 0;\n}}\n"

    def _statements(self, depth: int) -> str:
        return "".join(self._statement(depth) for _ in range(self._random.randint(1, 4)))

    def _statement(self, depth: int) -> str:
        kind = self._random.random()
        if depth and kind < 0.12:
            return f"if (__VERIFIER_nondet_int()) {{\n{self._statements(depth - 1)}}} else {{\n{self._statements(depth - 1)}}}\n"
        if depth and kind < 0.22:
            return f"while (__VERIFIER_nondet_int()) {{ tick();\n{self._statements(depth - 1)}}}\n"
        atom, names = self._random.choice(_TREE_ATOMS if self._trees else _ATOMS), self._names
        for place in "XYZ" if self._trees else "XY":
            atom = atom.replace(place, self._random.choice(names))
        return f"    {atom}\n"


def bad_run(path: Path, folder: Path) -> int | None:
    """The number of a run with an error, or with blocks that were not freed; None if there is none."""
    (folder / "surroundings.c").write_text(_SURROUNDINGS)
    renamed = (
        path.read_text()
        .replace("int main(", "int program(")
        .replace("malloc(", "counted_malloc(")
        .replace("free(", "counted_free(")
    )
    (folder / "renamed.c").write_text(renamed)
    sources = [str(folder / "renamed.c"), str(folder / "surroundings.c")]
    options = ["-w", "-g", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
    subprocess.run(["gcc", *options, "-o", str(folder / "program"), *sources], check=True)
    for seed in range(RUNS):
        done = subprocess.run([str(folder / "program"), str(seed)], capture_output=True, check=False)
        if done.returncode != 0:
            return seed
    return None


def proved(path: Path) -> ExploredProgram | None:
    """What the analysis found, if it proved the program."""
    try:
        found = explored(path, checks=CHECKS, states=5000)
    except LimitReached:
        return None
    return found if found.alarms == 0 else None


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--show", type=int)
    parser.add_argument("--trees", action="store_true")
    parser.add_argument("--all", action="store_true", help="run also the programs that are not proved")
    given = parser.parse_args()
    if given.show is not None:
        print(Generator(given.show, trees=given.trees).program())
        return
    count = wrong = missed = accepted = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(given.first, given.first + given.count):
            path = folder / "generated.c"
            path.write_text(Generator(seed, trees=given.trees).program())
            found = proved(path)
            bad = bad_run(path, folder) if found or given.all else None
            missed += given.all and not found and bad is None
            if found is not None:
                count += 1
                accepted += isinstance(answer := found.answer(), CheckAccepted)
                if not isinstance(answer, CheckAccepted):
                    print(f"not accepted: program {seed}, {answer}", flush=True)
            if found and bad is not None:
                wrong += 1
                print(f"wrong: program {seed}, run {bad}", flush=True)
    print(f"{given.count} programs: {count} proved, {wrong} of them wrongly; {missed} without a bad run not proved")
    print(f"{accepted} of {count} proofs are accepted")


if __name__ == "__main__":
    main()
