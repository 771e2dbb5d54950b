"""Errors on the command line."""

from __future__ import annotations

from whet.task.messages.message import MessageTemplate

_HELP = "`whet COMMAND --help` lists all options."
_CONFIGURATIONS = "`whet configs` lists all configurations."
_OPTIONS = "`whet options` lists all options of `--set`, with their values."

COMMAND = MessageTemplate(
    "W401", "there is no command '{name}'{suggested}", "The first word names a command.", "`whet --help` lists all commands."
)
NO_COMMAND = MessageTemplate(
    "W402", "a command is missing", "The first word names a command.", "`whet --help` lists all commands."
)
ARGUMENT = MessageTemplate("W403", "unknown argument '{word}'{suggested}", "The command has no such option.", _HELP)
VALUE = MessageTemplate("W404", "argument {option}: {problem}", "The option does not accept this value.", _HELP)
REQUIRED = MessageTemplate("W405", "the following arguments are required: {names}", "The command needs another argument.", _HELP)
TOGETHER = MessageTemplate(
    "W406", "argument {option}: not allowed with argument {other}", "Two options exclude each other.", "Leave out one of them."
)
REMOVED = MessageTemplate("W407", "{option} is no longer an option: {instead}", "An earlier version had the option.", _HELP)
NO_FILE = MessageTemplate(
    "W408",
    "no file is given",
    "The command needs the C files of a program.",
    "Name the C files of the program, or their build: `--compile-commands FILE.json`.",
)
ONE_FILE = MessageTemplate(
    "W409",
    "this command takes one file, but {file} is named, too; 'whet verify' takes several",
    "The command is about one file.",
    "Name one file.",
)
CHECK = MessageTemplate(
    "W410", "there is no check '{name}'{suggested}", "`--check` takes names of checks.", "`whet checks` lists all checks."
)
CONFIGURATION = MessageTemplate(
    "W411",
    "unknown configuration '{name}'{suggested}; known are {known}",
    "`--config` takes the name of a configuration.",
    _CONFIGURATIONS,
)
OPTION = MessageTemplate(
    "W412", "unknown option '{key}'{suggested}", "`--set` and configurations take options by their names.", _OPTIONS
)
OPTION_VALUE = MessageTemplate("W413", "option {key}: {problem}", "The option does not accept this value.", _OPTIONS)
NO_EFFECT = MessageTemplate(
    "W414",
    "option {key} has no effect, because {reason}",
    "An option belongs to an analysis or algorithm that does not run.",
    "Leave out the option, or choose a configuration that runs it: " + _CONFIGURATIONS,
)
SETTING = MessageTemplate(
    "W415",
    "expected an option and its value, as in --set exploration.seed=1, not '{text}'",
    "`--set` takes the form `OPTION=VALUE`.",
    _OPTIONS,
)
PROPERTY = MessageTemplate(
    "W416",
    "'{path}' is neither a file nor a property; known are {known}{suggested}",
    "`--spec` takes a property file or the name of a property.",
    "Name a property file, or a property that the message lists.",
)
MESSAGE = MessageTemplate(
    "W417",
    "there is no message '{code}'{suggested}",
    "`whet explain` takes codes of messages.",
    "`whet explain` lists all messages.",
)
NO_FUNCTION = MessageTemplate(
    "W418",
    "no file defines a function '{name}'{suggested}",
    "The command line or `whet.toml` names a function that is not there.",
    "Correct the name. `whet scan FOLDER` lists the functions that it verifies.",
)
TARGET = MessageTemplate(
    "W420",
    "there is no target '{name}'{suggested}; there are {known}",
    "`whet ci` takes names of targets of `whet.toml`.",
    "Choose a name that the message lists.",
)
OPTION_SECTION = MessageTemplate(
    "W421",
    "there is no section '{name}'{suggested}",
    "`whet options` takes names of sections.",
    "`whet options` lists all sections.",
)
NO_BASELINE = MessageTemplate(
    "W422",
    "no baseline is named",
    "`--write-baseline` needs the name of the file.",
    "Add `--baseline FILE.json`, or `baseline` to `[ci]` in `whet.toml`.",
)
WITNESS_OF_HARNESS = MessageTemplate(
    "W423",
    "--witness needs a program with a main; write one with: {command}",
    "The arguments of the entry function were generated, so the program is not the file alone.",
    "Write the harness into a file, and verify that file.",
)
GOAL = MessageTemplate(
    "W424",
    "'{path}' is neither a file nor a coverage goal; known are {known}{suggested}",
    "`whet test --spec` takes a coverage goal.",
    "Choose a goal that the message lists.",
)
TESTS_NEED_MAIN = MessageTemplate(
    "W425",
    "whet test runs programs from main, not from '{entry}'",
    "`whet test` writes inputs of whole programs.",
    "Write a `main` that calls the function: `whet harness FUNCTION FILE.c`.",
)
NOTHING = MessageTemplate(
    "W426",
    "there is nothing to verify: {reason}",
    "`whet scan` found no function that it can verify.",
    "Name a folder with C files that define functions.",
)
NO_C_FILE = MessageTemplate(
    "W427",
    "there is no C file (*.c) in this folder; name another, or the files",
    "`whet scan` reads every C file below a folder.",
    "Name another folder, or C files.",
)
NOT_INSTALLED = MessageTemplate(
    "W428",
    "{what} needs the package {package}; run: pip install '{extra}'",
    "An optional part is not installed.",
    "`whet doctor` prints what is installed and what is missing.",
)
REACHABLE = MessageTemplate(
    "W429",
    "the program has no reachable function '{name}' with a body",
    "The function is not defined, or no call leads to it from the entry function.",
    "Correct the name, or start with it: `--entry FUNCTION`.",
)
NOT_DEFINED = MessageTemplate(
    "W430",
    "{file} does not define a function '{name}'{suggested}{more}",
    "`whet harness` writes a program that calls a function of the file.",
    "Choose a function that the file defines.",
)
INPUT = MessageTemplate(
    "W431",
    "--input: the entry function {known}, and not '{name}'",
    "`--input` names parameters of the entry function.",
    "Choose a parameter that the message lists.",
)
NOT_OVERWRITTEN = MessageTemplate(
    "W432",
    "is not overwritten: whet did not write it; name another folder",
    "The output folder has files of the user.",
    "Name another folder.",
)
