"""Assumptions: what a verdict takes for granted."""

from __future__ import annotations

from whet.task.messages.message import MessageTemplate

_CHECK_MEMORY = "Verify with the default checks, or name `memory` with `--check`: then the accesses are checked and not assumed."
_OF_C = "The C standard gives the program no meaning otherwise. No check covers it yet: read the place that is named."

ACCESS = MessageTemplate(
    "W101",
    "every access through a pointer or an index is inside a live object",
    "Memory safety was not among the checks, and the proof needs it.",
    _CHECK_MEMORY,
)
EXTERNAL = MessageTemplate(
    "W102",
    "functions without a body access only the memory that their arguments point to",
    "A function without a body is given a pointer, so it could access anything.",
    "Name the C file that defines the function as well, or write a body that accesses what the real one does.",
)
CALLED = MessageTemplate(
    "W103",
    "a call through a pointer to another function type works if compilers pass the values of both types in the same way",
    "The function has another type than the pointer through which it is called. C leaves that undefined.",
    "Give the function the type of the pointer.",
)
SIZES = MessageTemplate(
    "W104",
    "no allocation requests more than the whole memory",
    "The size of a heap block depends on values of the program.",
    "Limit the size before the call of `malloc`.",
)
STEPS = MessageTemplate(
    "W105",
    "pointer arithmetic stays within the object or one past its end",
    "A pointer is computed and kept, and the check `pointer` was not asked for.",
    "Verify with the default checks, or name `pointer` with `--check`.",
)
SCOPES = MessageTemplate(
    "W106",
    "no local variable is used through a pointer after its block has ended",
    "The address of a variable of an inner block is taken.",
    _OF_C,
)
ORDER = MessageTemplate(
    "W107",
    "pointers that are ordered or subtracted point into the same object",
    "Two pointers are compared by `<` or subtracted, and the check `pointer` was not asked for.",
    "Verify with the default checks, or name `pointer` with `--check`.",
)
DEAD = MessageTemplate(
    "W108",
    "no pointer is compared after the lifetime of its object",
    "Two pointers are compared; the value of a pointer to a dead object is indeterminate.",
    "Set pointers to null after `free`.",
)
OUTSIDE = MessageTemplate(
    "W109",
    "pointers that are compared point into an object or one past its end",
    "Two pointers are compared, and pointer arithmetic may have moved them out of their objects.",
    "Verify with the default checks, or name `pointer` with `--check`.",
)
LENGTH = MessageTemplate(
    "W110",
    "every variable-length array has a positive length",
    "The length of an array is a value of the program.",
    _CHECK_MEMORY,
)
CHARACTERS = MessageTemplate(
    "W111",
    "arguments of the <ctype.h> macros are characters",
    "The program was preprocessed before, so calls such as `isdigit(c)` are lookups in tables of the C library.",
    "Give Whet the file before it is preprocessed: then the check `contract` checks these arguments.",
)
TYPES = MessageTemplate(
    "W112",
    "objects are accessed through their effective types",
    "An object is accessed through a pointer to another type. Compilers may assume the opposite (`-fstrict-aliasing`).",
    "Copy with `memcpy` instead, or compile with `-fno-strict-aliasing` and use `--compile-commands`.",
)
RESTRICT = MessageTemplate(
    "W113",
    "memory that is written through a restrict pointer is not accessed through other pointers",
    "A function with `restrict` parameters is called.",
    "Make sure that the arguments point to different objects.",
)
UNREACHED = MessageTemplate(
    "W114",
    "__builtin_unreachable is never reached",
    "The program promises the compiler that it does not get to this place.",
    "Name `unreachable` with `--check`: then the place is checked.",
)
RETURNS = MessageTemplate(
    "W115",
    "functions declared noreturn do not return",
    "A function is declared `noreturn`, and its body may return.",
    "Name `unreachable` with `--check`: then the return is checked.",
)
NONNULL = MessageTemplate(
    "W116",
    "arguments declared nonnull are not null",
    "A parameter is declared `nonnull`, and the argument may be null.",
    "Name `contract` with `--check`: then the argument is checked.",
)
ELSEWHERE = MessageTemplate(
    "W117",
    "objects of other files do not point to objects of this file",
    "The program uses an `extern` variable that holds pointers and that none of the named files defines.",
    "Name the file that defines the variable as well.",
)
NO_BODY = MessageTemplate(
    "W118",
    "{function} has no body: it changes only what its arguments point to, keeps no pointer, calls no function of the program "
    "and returns any value except pointers to other objects",
    "No named file defines the function.",
    "Name the C file that defines the function as well, or write a body for it.",
)
NOT_MODELLED = MessageTemplate(
    "W119",
    "{function} is not modelled: it changes only what its arguments point to, keeps no pointer, calls no function of the program "
    "and returns any value except pointers to other objects",
    "Whet has no model of this function of the C library.",
    "Write a body for the function, if more has to be known of it.",
)
POINTER_CALL = MessageTemplate(
    "W120",
    "a call through an unknown pointer calls a function whose address the program takes, with a parameter for each argument",
    "Nothing is known of the pointer through which a function is called.",
    "Name the file that sets the pointer as well.",
)
ALLOCATES = MessageTemplate(
    "W121",
    "{function} succeeds; there is memory for any size",
    "By default, an allocation does not fail.",
    "Add `--set memory.malloc_may_fail=yes`: then each allocation may also return null.",
)
MAIN_STRINGS = MessageTemplate(
    "W122",
    "argc is at least 1, and each string of argv has at most {most} characters, as on Linux",
    "The program reads the arguments of `main`.",
    "There is nothing to do on Linux. Elsewhere, `argc` may be 0 and strings may be longer.",
)
ENVIRONMENT = MessageTemplate(
    "W123",
    "no environment variable has more than {most} characters together with its name, as on Linux",
    "The program reads an environment variable.",
    "There is nothing to do on Linux.",
)
FRESH_ARGUMENT = MessageTemplate(
    "W124",
    "{parameter} of {function} points to memory of its own, which neither the program nor another argument points to",
    "The program is a function with pointers as parameters, and nothing is known of its callers.",
    "Leave out `--arguments any`: then arguments are generated. Or write a `main` that calls the function as its callers do.",
)
LEFT_TO_RIGHT = MessageTemplate(
    "W125",
    "the operands are evaluated left to right; C leaves the order open",
    "Both operands have side effects, and the result may depend on their order.",
    "Write two statements.",
)
OBJECT_LAST = MessageTemplate(
    "W126",
    "the right operand is evaluated before the left one is read; C leaves the order open",
    "The right operand may change what the left one reads.",
    "Write two statements.",
)
STORE_LAST = MessageTemplate(
    "W127",
    "side effects happen left to right and the assignment last; C leaves the order open",
    "An assignment and a side effect of its operands may change the same object.",
    "Write two statements.",
)
ADDRESSES = MessageTemplate(
    "W128",
    "objects have the addresses of the replayed run",
    "The run to the error depends on the numbers of addresses, which can differ in a compiled program.",
    "Compare pointers only within one object.",
)
NO_OBJECT_GIVEN = MessageTemplate(
    "W129",
    "the pointer {name} is {value}, which points to no object",
    "`--arguments any` also calls the function with pointers that point to no object.",
    "Leave out `--arguments any`: then pointers point to generated objects.",
)
UNASSIGNED = MessageTemplate(
    "W130",
    "{what} is read without having been assigned",
    "The run to the error reads memory that holds no defined value; Whet chose the value.",
    "Initialise it, or name `uninitialised` with `--check` to get the read itself as a finding.",
)
REALLOC = MessageTemplate(
    "W131",
    "realloc(p, 0) frees p and returns a null pointer, as glibc does",
    "C leaves open what `realloc` does for the size 0.",
    "Call `free` instead.",
)
POWI = MessageTemplate(
    "W132",
    "__builtin_powi squares and multiplies, beginning with the lowest bit of the exponent, as libgcc does",
    "The order of the multiplications decides how the result is rounded.",
    "Call `pow`, or multiply.",
)
GETTEXT = MessageTemplate(
    "W133",
    "gettext and related functions find no translation and return the message that they are given",
    "The translations are files that the program does not contain.",
    "There is nothing to do if the program is correct for any translation.",
)
BSEARCH = MessageTemplate(
    "W134",
    "bsearch compares the key with the middle element of the remaining range (of two, the lower one), "
    "and returns the first element that is equal",
    "C leaves open which of several equal elements is found, and in which order elements are compared.",
    "Make sure that the comparison function has no side effect and that equal elements are interchangeable.",
)
QSORT = MessageTemplate(
    "W135",
    "qsort compares elements in the order of an insertion sort, and keeps the order of equal elements",
    "C leaves open in which order elements are compared, and which of two equal ones comes first.",
    "Make sure that the comparison function has no side effect and that equal elements are interchangeable.",
)
ERR = MessageTemplate(
    "W136",
    "err and related functions print and store nothing (no %n in their format)",
    "Whet does not follow what `%n` in a format would store.",
    "There is nothing to do if no format has `%n`.",
)
GETLINE = MessageTemplate(
    "W137",
    "getline and getdelim allocate 120 bytes and double the size as needed, as glibc does",
    "The size of the buffer is up to the C library.",
    "Do not rely on the size of the buffer beyond the length of the line.",
)
DESCRIPTORS = MessageTemplate(
    "W143",
    "file descriptors are less than 1048576, the usual limit of Linux (fs.nr_open)",
    "A system can be configured to allow more.",
    "There is nothing to do if the system has this limit.",
)
GENERATED = MessageTemplate(
    "W138",
    "{function} is called so that {how}",
    "The verdict is about calls with generated arguments. This names one choice that was made for them.",
    "Say what callers really pass: in `[entry.FUNCTION]` of `whet.toml`, by options such as `--depth`, or in a harness "
    "of your own (`whet harness`).",
)
INITIAL_GLOBALS = MessageTemplate(
    "W139",
    "{globals} have their initial values when {function} is called",
    "A real caller may have changed globals before. Numbers that the function or its contract uses have any values if the "
    "contract has `ensures` or `assigns`.",
    "Write a harness that sets them: `whet harness` writes the first version.",
)
REQUIRED = MessageTemplate(
    "W140",
    "callers of {function} satisfy {requirement}",
    "The project file requires this of all callers, so calls that break it are left out.",
    "Check the callers, or remove the requirement from `whet.toml`.",
)
KEPT = MessageTemplate(
    "W141",
    "only functions of the library change objects of {record}, and they maintain {invariant}",
    "`whet scan` found that each constructor of the structure establishes this, and that each other public function that is "
    "given such an object keeps it.",
    "Change members of the structure only in functions of the library.",
)
