"""What the commands that take a configuration share: its arguments, and how its values are shown."""

from __future__ import annotations

import argparse

from whet.task.configuration import DEFAULT_CONFIGURATION, Configuration, Setting
from whet.task.options import Option, all_options


def add_override_argument(parser: argparse._ActionsContainer, *, of: str | None = None) -> None:
    parser.add_argument(
        "--set",
        dest="overrides",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help=f"override an option{'' if of is None else f' of {of}'} (may be repeated); 'whet options' lists them",
    )


def add_configuration_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config",
        default=DEFAULT_CONFIGURATION,
        metavar="NAME",
        help=f"a preset ('whet configs' lists them) or a file FILE.toml (default: {DEFAULT_CONFIGURATION})",
    )
    add_override_argument(parser)


def configuration_words(args: argparse.Namespace) -> list[str]:
    """The same arguments for another command."""
    named = [] if args.config == DEFAULT_CONFIGURATION else ["--config", args.config]
    return [*named, *(word for override in args.overrides for word in ("--set", override))]


def settings_document(configuration: Configuration) -> dict[str, object]:
    """A configuration as JSON: each value and where it came from."""
    options = all_options(configuration.schema)
    return {
        "name": configuration.name,
        "settings": {key: _setting(options[key], setting) for key, setting in configuration.settings.items()},
    }


def _setting(option: Option, setting: Setting) -> dict[str, object]:
    return {"value": option.kind.text(setting.value), "source": setting.source}
