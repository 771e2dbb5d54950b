"""``whet completion``: a script with which a shell completes commands, options, presets, checks and files.

The scripts are plain tables for the shell: nothing of Whet is started while somebody types.  They are printed, not installed.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from whet.cli.command_table import CommandEntry, OptionEntry, command_table
from whet.cli.exit_codes import ExitCode

HELP = "print a script that lets bash, zsh or fish complete the words of commands"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=tuple(_SCRIPTS), help="the shell")
    parser.epilog = "bash: . <(whet completion bash)   zsh: . <(whet completion zsh)   fish: whet completion fish | source"


def run(args: argparse.Namespace) -> ExitCode:
    args.console.result("\n".join(_SCRIPTS[args.shell](command_table())))
    return ExitCode.TRUE


def _names(table: Sequence[CommandEntry]) -> list[str]:
    return [each.name for each in table if " " not in each.name]


def _actions(table: Sequence[CommandEntry], command: CommandEntry) -> list[str]:
    """The words behind a command that has actions of its own, or takes one of a few."""
    own = [each.name.partition(" ")[2] for each in table if each.name.startswith(f"{command.name} ")]
    return own or [word for argument in command.arguments for word in argument.words]


def _bash(table: Sequence[CommandEntry]) -> Iterator[str]:
    """Whatever is no option and has no words is a file."""
    yield "# Completion of whet for bash:  . <(whet completion bash)"
    yield "_whet() {"
    yield '    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command="" action="" words="" i'
    yield "    COMPREPLY=()"
    yield "    for ((i = 1; i < COMP_CWORD; i++)); do"
    yield "        case ${COMP_WORDS[i]} in -*) ;; *) command=${COMP_WORDS[i]}; action=${COMP_WORDS[i+1]}; break ;; esac"
    yield "    done"
    yield "    ((i + 1 < COMP_CWORD)) || action=''"
    yield "    case $command in"
    yield f"    '') words={shlex.quote(' '.join([*_names(table), '--help', '--version', '--debug']))} ;;"
    for each in table:
        if " " not in each.name:
            yield from _bash_command(table, each)
    yield "    esac"
    yield '    if [[ -n $words ]]; then mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word"); fi'
    yield "    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace"
    yield "    return 0"
    yield "}"
    yield "complete -o bashdefault -o default -F _whet whet"


def _bash_command(table: Sequence[CommandEntry], command: CommandEntry) -> Iterator[str]:
    inner = [each for each in table if each.name.startswith(f"{command.name} ")]
    yield f"    {command.name})"
    yield '        case "$action $before" in'
    for each in [*inner, command]:
        action = each.name.partition(" ")[2] or "*"
        yield from (
            f"        {action}\\ {name}) {_value(option)} ;;"
            for option in each.options
            if option.metavar
            for name in option.names
        )
    for each in inner:
        options = _all_names(each)
        yield f"        {each.name.partition(' ')[2]}\\ *) [[ $word != -* ]] || words={shlex.quote(' '.join(options))} ;;"
    yield f"        *) if [[ $word == -* ]]; then words={shlex.quote(' '.join(_all_names(command)))}"
    words = _actions(table, command)
    yield f"           else words={shlex.quote(' '.join(words))}; fi ;;" if words else "           fi ;;"
    yield "        esac ;;"


def _value(option: OptionEntry) -> str:
    return f"words={shlex.quote(' '.join(option.words))}" if option.words else "return 0"


def _all_names(command: CommandEntry) -> list[str]:
    return [name for option in command.options for name in option.names]


def _zsh(table: Sequence[CommandEntry]) -> Iterator[str]:
    """zsh reads the completion of bash."""
    yield "# Completion of whet for zsh:  . <(whet completion zsh)"
    yield "autoload -U +X compinit && compinit -u"
    yield "autoload -U +X bashcompinit && bashcompinit"
    for line in _bash(table):
        if "compopt" not in line:  # zsh does not have it
            replaced = line.replace('mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")', _ZSH_REPLY)
            yield replaced


_ZSH_REPLY: Final = 'COMPREPLY=($(compgen -W "$words" -- "$word"))'


def _fish(table: Sequence[CommandEntry]) -> Iterator[str]:
    yield "# Completion of whet for fish:  whet completion fish | source"
    seen = " ".join(_names(table))
    for each in table:
        command, _, action = each.name.partition(" ")
        if action:
            yield f"complete -c whet -n '__fish_seen_subcommand_from {command}' -a {action} -d {_quoted(each.help)}"
        else:
            yield f"complete -c whet -f -n 'not __fish_seen_subcommand_from {seen}' -a {command} -d {_quoted(each.help)}"
            words = [word for argument in each.arguments for word in argument.words]
            yield from (f"complete -c whet -n '__fish_seen_subcommand_from {command}' -a {word}" for word in words)
        where = f"__fish_seen_subcommand_from {command}" + (f"; and __fish_seen_subcommand_from {action}" if action else "")
        yield from (f"complete -c whet -n '{where}' {_fish_option(option)}" for option in each.options)


def _fish_option(option: OptionEntry) -> str:
    names = " ".join(
        f"-l {name[2:]}" if name.startswith("--") else f"-{'s' if len(name) == 2 else 'o'} {name[1:]}" for name in option.names
    )
    if option.words:
        value = f" -x -a {_quoted(' '.join(option.words))}"
    elif option.metavar:
        value = " -r" if option.is_path else " -x"
    else:
        value = ""
    return f"{names}{value} -d {_quoted(option.help)}"


def _quoted(text: str) -> str:
    """As fish reads it."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


_SCRIPTS: Final[dict[str, Callable[[Sequence[CommandEntry]], Iterator[str]]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
