"""What can go wrong in an operation, and can be asked for by a property.

Each is named once, here.  ``checks.conditions`` says when it happens, as a condition of the program; the interpreter finds it by
itself (``cfa.semantics.Undefined``); properties, verdicts and the line that tells what was checked take their words from here.
"""

from __future__ import annotations

from enum import Enum


class Danger(Enum):
    """The check's name, what happens in the user's words; the name of the property that it never does, and its formula;
    statements in which it happens."""

    OVERFLOW = "overflow", "signed integer overflow", "no-overflow", "G ! overflow", "int x = 2147483647; x = x + 1;"
    DIVISION_BY_ZERO = "division", "division by zero", "division-by-zero", "G ! division-by-zero", "int x = 0; x = 1 / x;"
    SHIFT = "shift", "shift out of range", "shift-range", "G ! shift-range", "int n = 32; n = 1 << n;"
    CONVERSION = "conversion", "conversion out of range", "conversion-range", "G ! conversion-range", "float f = 1e10; int x = f;"

    ACCESS = "memory", "invalid memory access", "valid-deref", "G valid-deref", "int x = 1, *p = 0; x = *p;"
    POINTER = (
        "pointer",
        "pointer outside its object",
        "pointer-range",
        "G ! pointer-range",
        "int x = 1, *p = &x; p = p + 2;",
    )
    FREE = "free", "invalid free", "valid-free", "G valid-free", "int x = 1, *p = &x; free(p);"
    LEAK = "leak", "memory leak", "valid-memtrack", "G valid-memtrack", "int *p = malloc(4); p = 0;"
    CLEANUP = "cleanup", "memory not freed at the end", "valid-memcleanup", "G valid-memcleanup", "static int *p; p = malloc(4);"

    UNREACHABLE = (
        "unreachable",
        "unreachable code is reached",
        "unreachable-code",
        "G ! unreachable-code",
        "int x = 1; if (x) __builtin_unreachable();",
    )
    UNINITIALISED = (
        "uninitialised",
        "uninitialised variable is read",
        "uninitialised-read",
        "G ! uninitialised-read",
        "int x; if (x) x = 1;",
    )
    CONTRACT = (
        "contract",
        "contract of a library function is broken",
        "library-contract",
        "G ! library-contract",
        "int isdigit(int); isdigit(1000);",
    )
    ALIGNMENT = (
        "alignment",
        "misaligned memory access",
        "aligned-access",
        "G ! misaligned-access",
        "char b[8]; int *p = (int *)(b + 1); *p = 1;",
    )
    ALIASING = (
        "aliasing",
        "access by an incompatible type",
        "effective-type",
        "G ! incompatible-access",
        "int x = 1; float *p = (float *)&x; *p = 2;",
    )
    INDEX = (
        "array",
        "index outside its array",
        "array-index",
        "G ! array-index",
        "struct { int a[2], b; } s; int i = 2; s.a[i] = 1;",
    )

    SEQUENCE = (
        "sequence",
        "unsequenced side effects",
        "unsequenced",
        "G ! unsequenced",
        "int i = 0; i = i++ + 1;",
    )

    def __init__(self, check: str, words: str, property_name: str, formula: str, example: str) -> None:
        self.check = check
        self.words = words
        """Never the name of a function in C: in the program it is that of the error function (``checks.insertion``)."""
        self.property_name = property_name
        self.formula = formula
        self.example = example
        """The body of a function, with <assert.h> and <stdlib.h> before it."""


AT_END = (Danger.LEAK, Danger.CLEANUP)
"""What shows only when a program has ended."""
