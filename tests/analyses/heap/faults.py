"""The heap analysis with one fault each, and for each fault a broken program that only the faulty analysis proves.

``python -m tests.analyses.heap.faults`` prints which faults are noticed, and what the checker says of the wrong proofs.
"""

from __future__ import annotations

import importlib
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from tests.analyses.heap.proving import MEMORY, ExploredProgram, explored, unproved
from whet.analyses import heap
from whet.proofs.check import CheckAccepted

PRELUDE = """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next, *prev; int value; struct node *other; };
static struct node *make(struct node *next) {
    struct node *n = calloc(1, sizeof *n);
    n->next = next;
    return n;
}
static void clear(struct node *list) {
    while (list) { struct node *next = list->next; free(list); list = next; }
}
static void drop(struct node **at) {
    while ((*at)->next || (*at)->other) { if ((*at)->next) at = &(*at)->next; else at = &(*at)->other; }
    free(*at);
    *at = 0;
}
#define ANY __VERIFIER_nondet_int()
#define MANY while (ANY)
"""


@dataclass(frozen=True, slots=True)
class Fault:
    """A change of the text of a module, and a program with an error that is no longer found."""

    words: str
    module: str
    old: str
    new: str
    body: str
    before: str = ""
    """Further functions of the program."""
    checks: tuple[str, ...] = MEMORY

    @property
    def program(self) -> str:
        return f"{PRELUDE}{self.before}\nint main(void) {{ {self.body} return 0; }}\n"


_USED_UNLESS_ONE = " struct node *k = n; if (n->value != 1) k = 0; k->value = 3;"
FAULTS = (
    Fault(
        "a store keeps a number that it overwrites",
        "graph",
        "                del self.numbers[cell]\n",
        "                pass\n",
        f"struct node *n = make(0); n->value = 1; n->value = ANY;{_USED_UNLESS_ONE} free(n);",
    ),
    Fault(
        "a number is that of a longer one",
        "evaluation",
        "number is not None and number.size == size",
        "number is not None",
        f"struct node *n = make(0); n->value = ANY; *(char *) &n->value = 1;{_USED_UNLESS_ONE} free(n);",
    ),
    Fault(
        "what a condition says of a block is learned of all blocks of a list",
        "transfer",
        " or evaluation.is_chain(at):\n            return\n        if known",
        ":\n            return\n        if known",
        "struct node *l = 0; MANY { l = make(l); l->value = ANY; }"
        f" if (l && l->value == 1) {{ struct node *n = l; while (n->next) n = n->next;{_USED_UNLESS_ONE} }} clear(l);",
    ),
    Fault(
        "a list has the numbers of its first block",
        "segments",
        "{offset: number.join(others.get(offset)) for",
        "{offset: number for",
        "struct node *l = make(0); l->value = 1; l = make(l); l->value = 3; l = make(l); l->value = 1; l = make(l); l->value = 2;"
        " l = make(l); l->value = 1; MANY ; struct node *n = l;"
        " while (n) { struct node *k = n; if (n->value == 2) k = 0; k->value = 1; n = n->next; } clear(l);",
    ),
    Fault(
        "a store at an unknown offset changes nothing",
        "graph",
        "        if at.offset is None:\n            self.forget_cells(at.base)\n            return\n",
        "        if at.offset is None:\n            return\n",
        "struct node *t[2] = {0, 0}, *n = make(0); t[0] = n; int i = ANY; if (i == 0 || i == 1) t[i] = 0;"
        " t[0]->value = 1; free(n);",
    ),
    Fault(
        "a store keeps pointers that it overlaps in part",
        "graph",
        "offset - self.width < each[1] < offset + size",
        "offset <= each[1] < offset + size",
        "struct node *n = make(0), *m = n; *((char *) &m + 1) = 5; m->value = 1; free(n);",
    ),
    Fault(
        "pointers to a block that was freed are kept",
        "graph",
        "        if any(pointer.base == base for pointer in self.cells.values()):\n",
        "        self.cells = {c: Pointer(None) if v.base == base else v for c, v in self.cells.items()}\n        if False:\n",
        "struct node *n = make(0), *m = n; free(n); if (m) m->value = 1;",
    ),
    Fault(
        "a block that nothing points to is forgotten",
        "graph",
        "            self.others = True\n",
        "            pass\n",
        "struct node *n = make(0); n = 0;",
    ),
    Fault(
        "a graph is covered by one that knows more",
        "graph",
        "other.cells.items() <= self.cells.items()",
        "(other.cells.items() <= self.cells.items() or self.cells.items() <= other.cells.items())",
        "struct node *n = make(0), *m = n; if (!ANY) m = (struct node *) 8; m->value = 1; free(n);",
    ),
    Fault(
        "copied bytes are always written",
        "graph",
        "            self.set_bits(at.base, old & ~(bits << 8 * at.offset))",
        "            self.set_bits(at.base, old)",
        "struct node a, b, *p = &a, *q = &b; p->value = 1; *p = *q; return p->value;",
    ),
    Fault(
        "a byte that is copied is always written",
        "transfer",
        "(is_copy and not self._is_written(graph, source, lvalue.type.size))",
        "False",
        "struct node a, b, *p = &a, *q = &b; p->value = 1; *(char *) &p->value = *(char *) &q->value; return p->value;",
    ),
    Fault(
        "what is written at one place of an object is written everywhere",
        "transfer",
        "not ones(room) & ~bits)",
        "bits != 0)",
        "char a[2], b[2], *p = a, *q = b; int i = ANY & 1; p[0] = q[0] = 1; p[0] = q[i]; return p[0];",
        checks=("uninitialised",),
    ),
    Fault(
        "a list has always more than one block",
        "segments",
        "    return _single(graph, at.base, block), _split",
        "    return _split(graph, at.base, block, block.chain, last=at.last), _split",
        "struct node *l = make(make(0)); MANY l = make(l); l->next->next->value = 1; clear(l);",
    ),
    Fault(
        "a list has always one block",
        "segments",
        "    return _single(graph, at.base, block), _split(graph, at.base, block, block.chain, last=at.last)",
        "    return _single(graph, at.base, block), _single(graph, at.base, block)",
        "struct node *l = 0; MANY l = make(l); if (l) { if (l->next) l->next->next = 0; free(l->next); free(l); }",
    ),
    Fault(
        "the rest of a list that is split is lost",
        "segments",
        "more.cells[end, inner] = Pointer(node, chain.back, last=True) if last else Pointer(node, chain.head)",
        "more.cells[end, inner] = Pointer(None); more.blocks.pop(node)",
        "struct node *l = 0; MANY l = make(l); free(l);",
    ),
    Fault(
        "a fold takes the end of the list for null",
        "segments",
        "    if rest is not None:\n        graph.cells[node, chain.next] = rest\n",
        "    graph.cells[node, chain.next] = Pointer(None)\n",
        "struct node *l = make((struct node *) 8); l = make(l); MANY l = make(l); clear(l);",
    ),
    Fault(
        "a fold takes what one block has for written in all",
        "segments",
        "one.written & other.written",
        "one.written | other.written",
        "struct node *l = malloc(sizeof *l); int x = 0; l->next = 0; l = make(l); MANY l = make(l);"
        " for (struct node *p = l; p; p = p->next) x ^= p->value; clear(l); return x;",
    ),
    Fault(
        "a fold keeps what only the first block has",
        "segments",
        "        and graph.cells.get((second, offset)) == value\n",
        "",
        "struct node *k = malloc(100), *l = make(make(0)); l->other = k; MANY { l = make(l); l->other = k; }"
        " for (struct node *p = l; p; p = p->next) p->other->value = 1; clear(l); free(k);",
    ),
    Fault(
        "a fold forgets that a variable points into a list",
        "segments",
        "        return is_last and not isinstance(cell[0], Variable)",
        "        return True",
        "struct node *l = 0, *m = 0; MANY l = make(l); if (l) m = l->next; MANY l = make(l);"
        " if (m) { m->next = 0; if (l) l->value = 1; } clear(l);",
    ),
    Fault(
        "blocks of different sizes are folded",
        "segments",
        "graph.blocks[first].size is None or graph.blocks[first].size != graph.blocks[second].size",
        "graph.blocks[first].size is None",
        "struct node *l = malloc(8); l->next = 0; l = make(l); MANY l = make(l); for (struct node *p = l; p;"
        " p = p->next) p->value = 1; clear(l);",
    ),
    Fault(
        "a fold takes a list for doubly linked",
        "segments",
        "        return chain if is_back else None\n",
        "        return chain\n",
        "struct node *l = make(0); { struct node *n = make(l); l->prev = n; l = n; } MANY { struct node *n ="
        " make(l); l->prev = n; l = n; }"
        " l = make(l); MANY ; if (l->next) l->next->prev->value = 1; clear(l);",
    ),
    Fault(
        "an access may end after its object",
        "evaluation",
        "at.offset >= 0 and at.offset + size <= room",
        "at.offset >= 0 and at.offset <= room",
        "int *p = malloc(6); p[1] = 1; free(p);",
    ),
    Fault(
        "an access may begin before its object",
        "evaluation",
        "at.offset >= 0 and at.offset + size <= room",
        "at.offset + size <= room",
        "int *p = malloc(8); p[-1] = 1; free(p);",
    ),
    Fault(
        "free takes a pointer into a block",
        "evaluation",
        "return True if isinstance(at.base, int) and at.offset == 0 else None",
        "return True if isinstance(at.base, int) else None",
        "char *p = malloc(8); free(p + 1);",
        checks=("free",),
    ),
    Fault(
        "free takes a variable",
        "evaluation",
        "return True if isinstance(at.base, int) and at.offset == 0 else None",
        "return True",
        "int x = 1, *p = &x; free(p);",
        checks=("free",),
    ),
    Fault(
        "everything was written",
        "evaluation",
        "return True if self._is_written(valid.pointer, at.base, at.offset) else None",
        "return True",
        "int *p = malloc(4), x = *p; free(p); return x;",
    ),
    Fault(
        "null may be read",
        "evaluation",
        "                return False if size else None\n",
        "                return True\n",
        "int *p = 0; if (ANY) *p = 1;",
        checks=("memory",),
    ),
    Fault(
        "the pointers just past a block and to another one are different",
        "evaluation",
        "0 <= pointer.offset < size",
        "0 <= pointer.offset <= size",
        "char *p = malloc(16), *q = malloc(16); if (p + 16 == q) { char *d = 0; *d = 1; } free(p); free(q);",
    ),
    Fault(
        "every block has a constant size",
        "transfer",
        "size = None if size is None or number is None or not 0 <= number <= _LARGEST_BLOCK else size * number",
        "size = 100",
        "int *p = malloc(ANY & 7); p[1] = 1; free(p);",
    ),
    Fault(
        "the other branch is taken",
        "transfer",
        "        if found is not None and found is not truth:",
        "        if found is not None and found is truth:",
        "struct node *p = 0; if (!p) p->value = 1;",
    ),
    Fault(
        "a pointer that is not null is taken for null",
        "transfer",
        "                if truth is (op is BinaryOp.EQ):",
        "                if True:",
        "struct node *k = (struct node *) (unsigned long) ANY; if (k != 0) { if (k) k->value = 1; }",
    ),
    Fault(
        "a store through an unknown pointer changes nothing",
        "transfer",
        "        if at is None or at.base is None:\n            return self.top()\n        source = ",
        "        if at is None or at.base is None:\n            return graph\n        source = ",
        "struct node *m = make(0), **u = (struct node **) (unsigned long) ANY; if (u == &m) *u = 0; free(m);",
        checks=("leak",),
    ),
    Fault(
        "free of an unknown pointer does nothing",
        "transfer",
        "        if at is None or isinstance(at.base, Variable) or (at.base is not None and at.offset !="
        " 0):\n            return self.top()\n",
        "        if at is None or isinstance(at.base, Variable):\n            return graph\n",
        "struct node *n = make(0); void *u = (void *) (unsigned long) n; free(u); n->value = 1;",
        checks=("memory",),
    ),
    Fault(
        "pointers to variables of a call outlive it",
        "transfer",
        " and _frame_of(value) != function.name\n",
        "\n",
        "struct node *p = 0; f(&p); p->value = 1;",
        "static void f(struct node **p) { struct node n; n.value = 0; *p = &n; }",
    ),
    Fault(
        "pointers to variables of a block outlive it",
        "transfer",
        "            case End(variable=variable):\n                graph.remove(variable)\n",
        "            case End():\n                pass\n",
        "int *p = 0; { int x = 1; p = &x; *p = 2; } *p = 1;",
    ),
    Fault(
        "a structure keeps its pointers when another is copied into it",
        "transfer",
        "        graph.put(to, size, None)\n        graph.mark(to, ones(size) if size <= LARGEST else None,"
        " written=False)\n        if bits:",
        "        graph.mark(to, ones(size) if size <= LARGEST else None, written=False)\n        if bits:",
        "struct node a, b, *p = &a, *q = &b, *k = make(0); p->next = k; q->next = (struct node *) 8; *p ="
        " *q; p->next->value = 1; free(k);",
    ),
    Fault(
        "an unknown function changes nothing",
        "transfer",
        "            if at is None or not (at.base is None or _is_literal(at)):\n                return self.top()\n",
        "            pass\n",
        "struct node *n = make(0); unknown(&n); n->value = 1; free(n);",
        "extern void unknown(struct node **);",
    ),
    Fault(
        "memset changes no pointer",
        "transfer",
        "            graph.put(at, size, None)\n            graph.mark(at, ones(size) if size <= LARGEST"
        " else None, written=True)\n        return graph",
        "            graph.mark(at, ones(size) if size <= LARGEST else None, written=True)\n        return graph",
        "struct node *n = make(0), *m = make(0), *k = m; n->next = m; memset(n, 1, sizeof *n);"
        " n->next->value = 1; free(k); free(n);",
    ),
    Fault(
        "a fold takes one of two pointers to a shared block for null",
        "trees",
        "        for value in graph.cells.values():\n            if isinstance(value.base, int):\n"
        "                self._pointers[value.base] = self._pointers.get(value.base, 0) + 1\n",
        "        for (base, offset), value in list(graph.cells.items()):\n"
        "            if isinstance(base, int) and isinstance(value.base, int):\n"
        "                if value.base in self._pointers:\n                    graph.cells[base, offset] = NULL\n"
        "                self._pointers[value.base] = 1\n",
        "struct node *c = make(0), *r = make(c); r->other = c; c = 0; MANY ; free(r->next); free(r->other);",
        checks=("free",),
    ),
    Fault(
        "a fold takes a pointer that is not known for null",
        "trees",
        "        if None in found:\n            return None\n",
        "        if None in found:\n            found = [NULL if each is None else each for each in found]\n",
        "struct node *a = make(0), *r = make(a); r->other = make(make(0)); free(a); MANY ; if (r->next) r->next->value = 1;",
        checks=("memory",),
    ),
    Fault(
        "a pointer out of a tree is lost",
        "trees",
        "has_hole=bool(part.holes)",
        "has_hole=False",
        "struct node *r = make(make(0)), *p = r->next; r->other = make(0); MANY ; free(r->next); p->value = 1;",
        checks=("memory",),
    ),
    Fault(
        "the second of two pointers out of a tree is lost",
        "trees",
        "if len(holes) <= 1 else None",
        "if holes is not None else None",
        "struct node *p = make(0), *q = make(0), *r = make(p); r->prev = make(0); r->other = q; MANY ;"
        " if (r->other == q) { int *z = 0; *z = 1; } p->value = 1;",
        checks=("memory",),
    ),
    Fault(
        "the pointer out of a tree is never in its root",
        "trees",
        "for inside in (False, True)",
        "for inside in (True,)",
        "struct node *r = make(make(0)), *p = r->next; r->other = make(0); MANY ; if (r->next == p) { int *z = 0; *z = 1; }",
        checks=("memory",),
    ),
    Fault(
        "the pointer out of a tree is always in its root",
        "trees",
        "for inside in (False, True)",
        "for inside in (False,)",
        "struct node *r = make(make(make(0))), *p = r->next->next; r->other = make(0); MANY ;"
        " if (r->next && r->next->next == p) { int *z = 0; *z = 1; }",
        checks=("memory",),
    ),
    Fault(
        "a tree is never empty",
        "trees",
        "return [_without(graph, node), _not_empty(graph, node, tree)]",
        "return [_not_empty(graph, node, tree)]",
        "struct node *r = make(make(0)); r->other = make(0); MANY ; r->next->next->value = 1;",
        checks=("memory",),
    ),
    Fault(
        "a tree is always empty",
        "trees",
        "return [_without(graph, node), _not_empty(graph, node, tree)]",
        "return [_without(graph, node)]",
        "struct node *r = make(make(0)); r->other = make(0); MANY ; if (r->next) r->value = 1; if (r->other) r->value = 1;"
        " free(r);",
    ),
    Fault(
        "a tree has in all blocks what its root has",
        "trees",
        " and all(others.get(offset) == value for others in cells)",
        "",
        "void *k = malloc(100); struct node *r = make(make(0)); r->other = make(0); r->prev = k; MANY ;"
        " if (r->next) r->next->prev->value = 1;",
        checks=("memory",),
    ),
    Fault(
        "a tree takes what one block has for written in all",
        "trees",
        "written &= graph",
        "written |= graph",
        "struct node *m = malloc(sizeof *m), *r = make(m); int x = 0; m->next = m->other = 0; r->other = make(0); m = 0; MANY ;"
        " if (r->next) x = r->next->value; while (r) drop(&r); return x;",
    ),
    Fault(
        "blocks of different sizes form a tree",
        "trees",
        "        if block.size != self._size:\n            return None\n",
        "",
        "struct node *r = make(make(0)); r->prev = make(0); r->next->next = calloc(1, 16); MANY ;"
        " if (r->next && r->next->next) r->next->next->value = 1;",
        checks=("memory",),
    ),
    Fault(
        "a field that a variable points to is not null",
        "trees",
        "may_be_empty = field not in kept or (isinstance(old, HeapTree) and old.may_be_empty)",
        "may_be_empty = field not in kept",
        "struct node *r = make(0), **at; r->other = make(make(0)); MANY ; at = &r->next; r->value = 1; MANY ; (*at)->value = 1;",
        checks=("memory",),
    ),
)


def mutant(fault: Fault, folder: Path) -> ModuleType:
    """The module ``analysis`` of a copy of the package with the fault."""
    source = Path(heap.__file__).parent
    package = f"faulty_heap_{FAULTS.index(fault)}"
    (folder / package).mkdir()
    for path in sorted(source.glob("*.py")):
        text = path.read_text()
        if path.stem == fault.module:
            assert text.count(fault.old) == 1, f"{fault.words}: {text.count(fault.old)} times in {path.name}"
            text = text.replace(fault.old, fault.new)
        text = re.sub(r"^@register_analysis.*$", "", text.replace("whet.analyses.heap", package), flags=re.MULTILINE)
        (folder / package / path.name).write_text(text)
    sys.path.insert(0, str(folder))
    try:
        return importlib.import_module(f"{package}.analysis")
    finally:
        sys.path.remove(str(folder))


def is_noticed(fault: Fault, folder: Path) -> tuple[int | None, ExploredProgram]:
    """How many alarms the analysis raises about the broken program, and what it finds with the fault."""
    path = folder / "program.c"
    path.write_text(fault.program)
    faulty = mutant(fault, folder).HeapAnalysis
    return unproved(path, checks=fault.checks), explored(path, checks=fault.checks, analysis=faulty)


def main() -> None:
    for fault in FAULTS:
        with tempfile.TemporaryDirectory() as name:
            right, faulty = is_noticed(fault, Path(name))
            answer = faulty.answer()
            is_right = right != 0 and faulty.alarms == 0 and not isinstance(answer, CheckAccepted)
            print("ok " if is_right else "BAD", right, faulty.alarms, fault.words, "->", answer, flush=True)


if __name__ == "__main__":
    main()
