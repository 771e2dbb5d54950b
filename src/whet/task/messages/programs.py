"""Errors in programs: why a C file could not be read."""

from __future__ import annotations

from whet.task.messages.message import MessageTemplate

_OPTIONS = (
    "Give the options that the compiler gets: `-I DIR`, `-D NAME=VALUE`, or all of them with `--compile-commands FILE.json`."
)

NOT_C = MessageTemplate(
    "W600",
    "not valid C: {problem}",
    "The parser (clang) rejects the file here.",
    "Fix the place that is named. If a compiler accepts the file, the place may use an extension of C that is not supported.",
)
UNDECLARED = MessageTemplate(
    "W601",
    "use of undeclared identifier '{name}'",
    "No declaration of the name is in scope. Often a header or a macro of the build is missing.",
    _OPTIONS,
)
HEADER = MessageTemplate(
    "W602",
    "'{header}' file not found",
    "A header that the program includes is in none of the folders that are searched.",
    "Install the package that has the header, or name its folder with `-I DIR`.",
)
UNKNOWN_TYPE = MessageTemplate(
    "W603",
    "unknown type name '{name}'",
    "No type of this name is declared. Often a header or a macro of the build is missing.",
    _OPTIONS,
)
EXPECTED = MessageTemplate(
    "W604",
    "expected {what}",
    "The syntax of C asks for something else here. A macro that is not defined can be the cause.",
    "Fix the syntax, or define the macro with `-D NAME=VALUE`.",
)
NESTED_FUNCTION = MessageTemplate(
    "W605",
    "function definition is not allowed here",
    "A function is defined inside a function. GNU C allows that; it is not supported.",
    "Move the function before the other one, and pass the variables that it uses as parameters.",
)
NO_ENTRY = MessageTemplate(
    "W606",
    "the program has no function '{entry}'",
    "The function with which the program starts is not defined in the files.",
    "Name a function that the files define with `--entry FUNCTION`, or use `whet scan` to verify every function.",
)
DEFINED_TWICE = MessageTemplate(
    "W607",
    "the {kind} '{name}' is defined here{more}",
    "The program defines the name twice. A linker would reject it.",
    "Name only the files of one program, or make one definition `static`.",
)
OTHER_TYPE = MessageTemplate(
    "W608",
    "'{name}' is {type} here and {other} at {place}, and these are not compatible",
    "Two files declare the same name with different types.",
    "Declare the name in one header that both files include.",
)
INLINE_ONLY = MessageTemplate(
    "W609",
    "'{name}' is used in {file}, but its only definition, at {place}, is inline",
    "C makes no external definition of an inline function. A linker would not find it.",
    "Write `extern` before a declaration in the file that has the definition.",
)
STATIC_ENTRY = MessageTemplate(
    "W610",
    "the entry function '{entry}' is static here and at {place}",
    "Two files define a static function with the name of the entry function.",
    "Leave one of the files out.",
)
ENTRY_TYPE = MessageTemplate(
    "W611",
    "the program starts with '{entry}', and its type is not supported: {construct}",
    "The function with which the program starts has a parameter that cannot be generated.",
    "Write a function that calls it, and name that function with `--entry`.",
)
STANDARD = MessageTemplate(
    "W612",
    "the version '{name}' of C is not supported",
    "The compilation database asks for a version of C whose meaning is not known. Versions up to C17 are known.",
    "Write `-std=gnu17` into the compile command.",
)
UNREADABLE = MessageTemplate(
    "W613",
    "cannot read the file: {problem}",
    "The file cannot be opened, or it is not a regular file.",
    "Check the name and the permissions of the file.",
)
NO_REGULAR_INCLUDE = MessageTemplate(
    "W614",
    "'{path}' is not a regular file, so it cannot be included",
    "A program includes a device or a pipe.",
    "Copy the contents into a file, and include that.",
)
LONG_NUMBER = MessageTemplate(
    "W615",
    "the constant has {digits} digits, which is too many",
    "The parser would need too much memory for a constant of this length.",
    "Make the constant shorter.",
)
NO_C_FILE = MessageTemplate(
    "W616",
    "none of the files is a C program: {files}; the names of C programs end in .c or .i",
    "The files of a program end in `.c` or `.i`.",
    "Name the C files of the program.",
)
ONE_FILE = MessageTemplate(
    "W617",
    "this command takes one C file, but {files} are named; 'whet verify' takes several",
    "The command is about one file.",
    "Name one file.",
)
