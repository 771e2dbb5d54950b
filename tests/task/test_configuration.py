"""Configurations: layers, provenance, and a suggestion for whatever is not known."""

from __future__ import annotations

from pathlib import Path

import pytest

from whet.analyses.callstack import CallstackOptions
from whet.analyses.value.analysis import ValueOptions
from whet.core.configuration import load_configuration, schema
from whet.task.configuration import Configuration, preset_names
from whet.task.errors import TaskError
from whet.task.options import all_options


@pytest.mark.parametrize("name", preset_names())
def test_preset_is_complete(name: str) -> None:
    preset = load_configuration(name)
    assert preset.description
    assert preset.paper


@pytest.mark.parametrize("option", all_options(schema()).values(), ids=lambda option: option.name)
def test_default_is_a_value_the_option_accepts(option: object) -> None:
    declared = all_options(schema())[getattr(option, "name", "")]
    assert declared.kind.value(declared.default_text) == declared.default
    assert declared.description.endswith(".")


def load(folder: Path, text: str, *overrides: str) -> Configuration:
    (folder / "my.toml").write_text(text)
    return load_configuration(str(folder / "my.toml"), overrides)


def test_layers_hide_each_other(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('extends = "value"\n[callstack]\ndepth = 5\n')
    configuration = load(tmp_path, 'extends = "base.toml"\ncallstack.depth = 6\n', "callstack.depth=7")
    setting = configuration.settings["callstack.depth"]
    assert (setting.value, setting.source) == (7, "command line")
    assert setting.hidden == ((6, f"{tmp_path}/my.toml:2"), (5, f"{tmp_path}/base.toml:3"), (100, "default"))
    assert configuration.settings["analyses"].source == "preset value:4"


def test_values_are_typed() -> None:
    configuration = load_configuration("value", ["value.transfer=interpreted", "limits.memory=2GB", "limits.cpu_time=2min"])
    assert configuration.section(ValueOptions) == ValueOptions(transfer="interpreted")
    assert configuration.options_for("callstack") == CallstackOptions()
    assert configuration.options_for("location") is None
    assert (configuration.limits.memory, configuration.limits.cpu_time) == (2 * 10**9, 120.0)
    assert load_configuration("value", ["limits.cpu_time=none"]).limits.cpu_time is None


def test_description_is_inherited_unless_given(tmp_path: Path) -> None:
    assert load(tmp_path, 'extends = "value"').description == load_configuration("value").description
    assert load(tmp_path, 'extends = "value"\ndescription = "mine"').description == "mine"


@pytest.mark.parametrize(
    ("name", "override", "message"),
    [
        (
            "valu",
            "",
            "unknown configuration 'valu' (did you mean 'value'?); known are auto, bmc, chc, df, guess, heap, interval, ki",
        ),
        ("missing.toml", "", "missing.toml: No such file or directory"),
        ("value", "callstack.dept=1", "unknown option 'callstack.dept' (did you mean 'callstack.depth'?)"),
        ("value", "callstack.depth", "expected an option and its value, as in --set"),
        ("value", "callstack.depth=deep", "option callstack.depth: 'deep' is not an integer"),
        ("value", "callstack.depth=0", "option callstack.depth: 0 is below 1"),
        (
            "value",
            "exploration.order=rop",
            "'rop' is none of dfs, bfs, rpo, callstack, wto, auto, random, random-path, coverage (did you mean 'rpo'?)",
        ),
        ("value", "analyses=location,vlaue", "unknown analysis 'vlaue' (did you mean 'value'?)"),
        ("value", "analyses=location,location", "the analysis 'location' is listed twice"),
        ("value", "limits.cpu_time=soon", "'soon' is not a duration"),
        ("value", "limits.memory=much", "'much' is not a size"),
    ],
)
def test_mistake_on_the_command_line(name: str, override: str, message: str) -> None:
    with pytest.raises(TaskError) as caught:
        load_configuration(name, [override] if override else [])
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = ", "my.toml: is not valid TOML: Invalid value"),
        ("\na = 1 2", "my.toml:2: is not valid TOML: Expected newline"),
        ('extends = "valeu"', "my.toml:1: unknown configuration 'valeu' (did you mean 'value'?)"),
        ('extends = ["value"]', "my.toml:1: 'extends' should be the name of one configuration"),
        ('extends = "value"\ndescripton = ""', "my.toml:2: unknown key 'descripton' (did you mean 'description'?)"),
        ('extends = "value"\n[explorations]\nseed = 1', "my.toml:2: unknown key 'explorations' (did you mean 'exploration'?)"),
        ('extends = "value"\n[exploration]\n\nsede = 1', "my.toml:4: unknown option 'exploration.sede' (did you mean"),
        ('extends = "value"\n[exploration]\nseed = true', "my.toml:3: option exploration.seed: True is not an integer"),
        ('extends = "value"\nanalyses = "location"', "my.toml:2: option analyses: 'callstack' is missing, without it no func"),
        ('extends = "value"\nanalyses = [1]', "my.toml:2: option analyses: [1] is not a list of names"),
        ("[value]\nobject_bytes = 3", "my.toml:2: option value.object_bytes has no effect, because 'value' is not among"),
        ("exploration = { sede = 1 }", "my.toml:1: unknown option 'exploration.sede'"),
        ('extends = "value"\nlimits.memory = [1]', "my.toml:2: option limits.memory: [1] is not a number with a unit"),
    ],
)
def test_mistake_in_a_file_has_its_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(TaskError) as caught:
        load(tmp_path, text)
    assert message in str(caught.value)


@pytest.mark.parametrize("missing", ["location", "callstack", "specification"])
def test_analyses_that_soundness_rests_on_are_required(missing: str) -> None:
    rest = [name for name in load_configuration("value").analyses if name != missing]
    with pytest.raises(TaskError, match=f"'{missing}' is missing"):
        load_configuration("value", [f"analyses={','.join(rest)}"])


def test_configuration_that_extends_itself(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text('extends = "other.toml"')
    with pytest.raises(TaskError, match="extends itself"):
        load(tmp_path, 'extends = "other.toml"')


def test_option_without_effect_on_the_command_line() -> None:
    with pytest.raises(TaskError, match=r"option value\.object_bytes has no effect"):
        load_configuration("value", ["analyses=location,callstack,specification", "value.object_bytes=3"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"[limits]\nstates = {'9' * 5000}", "my.toml: is not valid TOML: a number is too large"),
        ("analyses = " + "[" * 5000, "my.toml: is not valid TOML: it is nested too deeply"),
        (f"{'a.' * 5000}a = 1", "my.toml:1: is not valid TOML: a key has more than 64 parts"),
        ("x = { " + '"a b" . ' * 70 + "a = 1 }", "my.toml:1: is not valid TOML: a key has more than 64 parts"),
        (
            f"[limits]\nmemory = {'9' * 400}",
            "my.toml:2: option limits.memory: '9999999999999999999999999999999999999999...' is more",
        ),
        (f"[limits]\ncpu_time = '{'9' * 400}h'", "is more than a hundred years; 'none' is no limit"),
    ],
)
def test_hostile_file_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(TaskError) as caught:
        load(tmp_path, text)
    assert message in str(caught.value)


def test_line_of_a_text_that_looks_like_a_table_takes_no_cubic_time(tmp_path: Path) -> None:
    text = "[" + " " * 20_000
    assert load(tmp_path, f'extends = "value"\ndescription = """\n{text}\n"""').description == f"{text}\n"
