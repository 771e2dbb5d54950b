"""Errors in files other than programs: files that cannot be read, settings, properties, task definitions and databases."""

from __future__ import annotations

from whet.task.messages.message import MessageTemplate

_TOML = 'Correct the line that is named. The page "whet.toml" of the documentation lists all sections and keys.'
_PROPERTY = (
    "Write one line for each formula, such as `CHECK( init(main()), LTL(G valid-memsafety) )`; or name a check with `--check`."
)
_DATABASE = (
    "Let the build system write the file again, for example `cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`, or `bear -- make`."
)
_DEFINITION = "Compare the file with a task definition of SV-COMP, format version 2.0."
_WITNESS = "Only witnesses of format version 2.0 can be read; let the tool that wrote the file write that version."

NOT_THERE = MessageTemplate(
    "W501", "No such file or directory", "There is no file of this name.", "Check the spelling and the folder."
)
FOLDER = MessageTemplate(
    "W502",
    "Is a directory",
    "A file is expected, but the name belongs to a folder.",
    "Name the C files of one program, or verify each function below the folder with `whet scan`.",
)
PERMISSION = MessageTemplate(
    "W503", "Permission denied", "The file may not be read or written.", "Change the permissions of the file, or of its folder."
)
NOT_UTF8 = MessageTemplate(
    "W504", "is not encoded in UTF-8: {problem}", "Whet reads files in UTF-8 only.", "Save the file as UTF-8."
)
NOT_REGULAR = MessageTemplate(
    "W505",
    "is not a regular file; copy its contents into one",
    "The name belongs to a device, a pipe or a socket.",
    "Copy its contents into a file.",
)
TOO_LARGE = MessageTemplate(
    "W506",
    "is larger than {size} MB",
    "Files of this kind are small. Probably the name is that of another file.",
    "Check the name.",
)
NO_NAME = MessageTemplate(
    "W507", "is not a file name: {problem}", "The system allows no file of this name.", "Leave out zero bytes."
)
NOT_WRITTEN = MessageTemplate(
    "W508",
    "cannot be written: its folder does not exist",
    "The folder of an output file does not exist.",
    "Create the folder, or name another one.",
)
NOT_A_PAGE = MessageTemplate(
    "W509",
    "exists already and is not a report; name another file for --report",
    "A file of this name exists, and no earlier report is in it, so it is not overwritten.",
    "Name another file.",
)
TOML = MessageTemplate(
    "W510", "is not valid TOML: {problem}", "The syntax of the file is wrong.", "Correct the line that is named."
)
KEY = MessageTemplate("W511", "unknown key '{key}'{suggested}{more}", "The file sets something that does not exist.", _TOML)
SECTION = MessageTemplate(
    "W512", "unknown section '{section}'{suggested}; known are {known}", "`whet.toml` has a section that does not exist.", _TOML
)
WRONG_TYPE = MessageTemplate("W513", "'{key}' should be {expected}", "The value has the wrong type.", _TOML)
NO_TARGET = MessageTemplate(
    "W514",
    "no program to verify is named: add [[ci.target]] with files = [...]",
    "`whet ci` verifies the targets of `whet.toml`, and there is none.",
    'Add a section `[[ci.target]]` with `files = ["src/main.c"]`.',
)
NO_FILES = MessageTemplate(
    "W515",
    "a target names its files: add files = [...]",
    "A target of `whet.toml` has no files.",
    'Add `files = ["src/main.c"]` to the target.',
)
SAME_TARGET = MessageTemplate(
    "W516",
    "two targets are called '{name}'; give this one another name",
    "Results name their target, so each target needs a name of its own.",
    'Add `name = "..."` to one of the targets.',
)
FAIL_ON = MessageTemplate(
    "W517",
    "unknown outcome '{word}'{suggested}; known are {known}",
    "`fail_on` in `whet.toml` takes outcomes of targets only.",
    _TOML,
)
MISSING_FILE = MessageTemplate(
    "W518",
    "{file}: No such file or directory",
    "`whet.toml` names a file that does not exist. Names are relative to `whet.toml`.",
    "Correct the name.",
)
REQUIREMENT = MessageTemplate(
    "W520",
    "the requirement '{expression}' {problem}",
    "`requires` in `whet.toml` takes C expressions over parameters and globals, which change nothing.",
    'Write a condition, such as `requires = ["n >= 0", "p != 0"]`.',
)
SOURCE_CONTRACT = MessageTemplate(
    "W521",
    "the contract of {function} {problem}{following}",
    "Whet reads a part of ACSL and of the contracts of CBMC, and drops nothing of a contract silently.",
    "Write the contract in `[entry.FUNCTION]` of `whet.toml`, which stands in the place of the one in the source.",
)
PROPERTY_LINE = MessageTemplate(
    "W530", "'{line}' is not a property; expected a line such as '{example}'", "The property file has another form.", _PROPERTY
)
FORMULA = MessageTemplate(
    "W531",
    "the formula '{formula}' is not known{suggested}",
    "The formula is none of those that SV-COMP defines.",
    _PROPERTY,
)
EMPTY_PROPERTY = MessageTemplate(
    "W532", "the property file is empty; expected a line such as '{example}'", "No formula is in the file.", _PROPERTY
)
OTHER_ENTRY = MessageTemplate(
    "W533",
    "the entry function is '{other}' here and '{entry}' in the first line",
    "All formulas of a property file are about one program.",
    "Name the same function in all lines.",
)
PROPERTY_FILE = MessageTemplate(
    "W534",
    "the property file {file} does not exist; name one with --spec",
    "The task definition names a property file that does not exist.",
    "Correct the name, or name the property with `--spec`.",
)
YAML = MessageTemplate(
    "W540", "is not valid YAML: {problem}", "The syntax of the file is wrong.", "Correct the line that is named."
)
MISSING_KEY = MessageTemplate("W541", "'{key}' is missing{suggested}", "The file lacks a required key.", "Add the key.")
VERSION = MessageTemplate(
    "W542", "unknown format_version '{version}'; known are {known}", "The file has a version that cannot be read.", _DEFINITION
)
EMPTY_YAML = MessageTemplate("W543", "the {what} is empty", "Nothing is in the file.", "Check the name of the file.")
NODE = MessageTemplate(
    "W544", "expected {kind} here", "The file does not have the structure that its format requires.", _DEFINITION
)
TWO_DEFINITIONS = MessageTemplate(
    "W545",
    "a task definition cannot be combined with other files, but {count} are named",
    "A task definition lists the files of its program.",
    "Name the task definition alone, or the C files alone.",
)
LANGUAGE = MessageTemplate(
    "W546", "the language {language} is not supported; only C is", "The task is about another language.", "Choose a task in C."
)
DATA_MODEL = MessageTemplate(
    "W547",
    "unknown data_model '{name}'{suggested}; known are {known}",
    "The task definition names a data model that does not exist.",
    "Write `ILP32` or `LP64`.",
)
DATABASE = MessageTemplate(
    "W550", "is not a compilation database: {problem}", "The file does not have the form of `compile_commands.json`.", _DATABASE
)
NO_ENTRY = MessageTemplate(
    "W551",
    "has no entry for {file}{suggested}",
    "The compilation database has no command for the file.",
    "Build the file, so that its command is recorded, or leave out `--compile-commands`.",
)
OTHER_OPTIONS = MessageTemplate(
    "W552",
    "{file} is compiled with other options in {entry}; delete one of the two entries",
    "The compilation database has two different commands for the file.",
    "Delete one of the two entries.",
)
NO_C = MessageTemplate(
    "W553",
    "{file} is not a C file; name the C files of the program",
    "The compilation database is about C++ or another language as well.",
    "Name the C files of one program beside `--compile-commands`.",
)
COMMAND = MessageTemplate(
    "W554", "the command cannot be read: {problem}", "The quotes of a command in the database do not match.", _DATABASE
)
RESPONSE_FILE = MessageTemplate(
    "W555",
    "response files ({word}) are not read; write their options into the command",
    "The compiler reads some of its options from another file.",
    "Write the options into the command.",
)
TARGET_MACHINE = MessageTemplate(
    "W556",
    "{word} selects a machine that is not supported; supported are -m32 and -m64",
    "The program is compiled for another machine than x86.",
    "Delete the option from the command, if the answer for x86 is useful.",
)
OPTION = MessageTemplate(
    "W557",
    "{option} of {file} is not supported: it may change what the program means",
    "The file is compiled with an option whose meaning is not modelled, or that is not known.",
    "Delete the option from the command, or ignore it with `--ignore-option=OPTION`.",
)
SUPPRESSION = MessageTemplate(
    "W560",
    "a suppression {problem}",
    "A suppression names one or several checks, and a reason for the next reader.",
    "Write `// whet: ignore[CHECK]: REASON`, or all keys of `[[suppress]]` in `whet.toml`.",
)
BASELINE = MessageTemplate(
    "W561",
    "is not a baseline{more}",
    "The file was not written by `--write-baseline`.",
    "Write one with `whet ci --baseline FILE --write-baseline`.",
)
PRECISION = MessageTemplate(
    "W562",
    "this is not a precision file: the first line should be '{header}'",
    "The file was not written by `--precision-out`.",
    "Write one with `whet verify --precision-out FILE`.",
)
WITNESS = MessageTemplate(
    "W570", "is a witness of version {version}; version {known} can be read", "The format is another one.", _WITNESS
)
NO_WITNESS = MessageTemplate(
    "W571", "there is no witness: {content}", "The verdict has no evidence that a witness can hold.", _WITNESS
)
OUTPUT_FOLDER = MessageTemplate(
    "W580", "is not a directory", "An output folder is named, and a file has that name.", "Name another folder."
)
