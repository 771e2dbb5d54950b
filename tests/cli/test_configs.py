"""``whet configs`` and ``whet options``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from whet.cli.exit_codes import ExitCode
from whet.cli.main import main

Capture = pytest.CaptureFixture[str]


def test_list_names_description_and_paper(capsys: Capture) -> None:
    assert main(["configs"]) == ExitCode.TRUE
    lines = capsys.readouterr().out.splitlines()
    begin = lines.index("value")
    description, paper = lines[begin + 1 : begin + 3]
    assert description.startswith("    Explicit values")
    assert "FASE 2013" in paper


def test_list_as_json(capsys: Capture) -> None:
    assert main(["configs", "--json"]) == ExitCode.TRUE
    assert {"name", "description", "paper"} == set(json.loads(capsys.readouterr().out)[0])


def test_show_tells_where_values_come_from(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "my.toml"
    file.write_text('extends = "value"\n[callstack]\ndepth = 5\n')
    assert main(["configs", "show", str(file), "--set", "callstack.depth=6"]) == ExitCode.TRUE
    printed = capsys.readouterr().out
    assert f"callstack.depth = 6   (command line; overrides 5 from {file}:3, 100 from default)\n" in printed
    assert "exploration.seed = 0   (default)\n" in printed


def test_show_as_json(capsys: Capture) -> None:
    assert main(["configs", "show", "value", "--json"]) == ExitCode.TRUE
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert settings["algorithm"] == {"value": "cpa", "source": "preset value:3"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["show"],
            "name the configuration to show: auto, bmc, chc, df, guess, heap, interval, ki, ki-df, newton, predicate, race, "
            "refsel, runs",
        ),
        (["show", "valeu"], "unknown configuration 'valeu' (did you mean 'value'?)"),
        (["show", "value", "other"], "one configuration at a time: 'other' is too much"),
        (["shwo", "value"], "unknown word 'shwo' (did you mean 'show'?)"),
    ],
)
def test_mistakes(arguments: list[str], message: str, capsys: Capture) -> None:
    assert main(["configs", *arguments]) == ExitCode.USAGE
    assert message in capsys.readouterr().err


def test_options_as_text(capsys: Capture) -> None:
    assert main(["options"]) == ExitCode.TRUE
    printed = capsys.readouterr().out
    assert "callstack.depth = 100   (integer >= 1)\n    How deep calls are followed" in printed
    assert "value.transfer = compiled   (compiled|interpreted)\n" in printed


def test_options_of_a_section(capsys: Capture) -> None:
    assert main(["options", "callstack", "limits"]) == ExitCode.TRUE
    printed = [line.partition(" = ")[0] for line in capsys.readouterr().out.splitlines() if " = " in line]
    assert printed == ["callstack.depth", "limits.cpu_time", "limits.wall_time", "limits.memory", "limits.states"]
    assert main(["options", "calstack"]) == ExitCode.USAGE
    assert "there is no section 'calstack' (did you mean 'callstack'?)" in capsys.readouterr().err


def test_options_describe_the_words_that_name_something(capsys: Capture) -> None:
    assert main(["options"]) == ExitCode.TRUE
    printed = capsys.readouterr().out
    assert "      sign: Tracks whether integer variables are negative, zero or positive.\n" in printed
    assert "      cpa: Explore once, with a fixed precision.\n" in printed
    assert main(["options", "--json"]) == ExitCode.TRUE
    options = {option["name"]: option for option in json.loads(capsys.readouterr().out)}
    orders = {"dfs", "bfs", "rpo", "callstack", "wto", "auto", "random", "random-path", "coverage"}
    assert set(options["exploration.order"]["words"]) == orders
    assert options["refinement.strategies"]["words"]["wp"] == "Weakest preconditions over an unsatisfiable core."
    assert options["refinement.selection"]["words"]["length-min"] == "The shortest prefix."


def test_configuration_is_shown_with_the_options_it_does_not_use(capsys: Capture) -> None:
    assert main(["configs", "show", "value"]) == ExitCode.TRUE
    assert "predicate.blocks = joins   (default)\n" in capsys.readouterr().out


def test_options_as_json(capsys: Capture) -> None:
    assert main(["options", "--json"]) == ExitCode.TRUE
    options = {option["name"]: option for option in json.loads(capsys.readouterr().out)}
    assert options["limits.cpu_time"]["default"] == "900s"
    assert set(options["loopbound.bound"]) == {"name", "type", "default", "description"}
