"""``whet configs``: the presets, and the effective values of one configuration with where each came from."""

from __future__ import annotations

import argparse
import json

from whet.cli.configuring import add_override_argument, settings_document
from whet.cli.console import CommandError
from whet.cli.exit_codes import ExitCode
from whet.core.configuration import load_configuration
from whet.task.configuration import Configuration, Setting, preset_names
from whet.task.errors import suggestion
from whet.task.options import Option, all_options

HELP = "list the configurations, or show the values of one"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "whet configs [--json] | whet configs show NAME [--set OPTION=VALUE] [--json]"
    parser.add_argument("words", nargs="*", metavar="show NAME", help="show a preset or a file FILE.toml instead of the list")
    add_override_argument(parser)
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(args: argparse.Namespace) -> ExitCode:
    words: list[str] = args.words
    match words:
        case []:
            presets = [load_configuration(name) for name in preset_names()]
            if args.json:
                args.console.result(json.dumps([_about(preset) for preset in presets], indent=1))
            else:
                args.console.result("\n".join(f"{item.name}\n    {item.description}\n    {item.paper}" for item in presets))
        case ["show", name]:
            _show(args, load_configuration(name, args.overrides, complete=True))
        case ["show"]:
            raise CommandError(f"name the configuration to show: {', '.join(preset_names())} or a file FILE.toml")
        case ["show", _, extra, *_]:
            raise CommandError(f"one configuration at a time: '{extra}' is too much")
        case _:
            raise CommandError(f"unknown word '{words[0]}'{suggestion(words[0], ['show'])}; see 'whet configs --help'")
    return ExitCode.TRUE


def _about(configuration: Configuration) -> dict[str, object]:
    return {"name": configuration.name, "description": configuration.description, "paper": configuration.paper}


def _show(args: argparse.Namespace, configuration: Configuration) -> None:
    if args.json:
        args.console.result(json.dumps({**_about(configuration), **settings_document(configuration)}, indent=1))
        return
    for line in filter(None, (configuration.description, configuration.paper)):
        args.console.result(f"# {line}")
    options = all_options(configuration.schema)
    for key, setting in configuration.settings.items():
        args.console.result(_line(options[key], setting))


def _line(option: Option, setting: Setting) -> str:
    """Such as ``exploration.seed = 7   (command line; overrides 0 from default)``."""
    hidden = [f"{option.kind.text(value)} from {source}" for value, source in setting.hidden if value != setting.value]
    overridden = f"; overrides {', '.join(hidden)}" if hidden else ""
    return f"{option.name} = {option.kind.text(setting.value)}   ({setting.source}{overridden})"
