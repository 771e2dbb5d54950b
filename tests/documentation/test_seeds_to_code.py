"""The page that maps documents to code names only what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import whet
from whet.core.configuration import load_configuration
from whet.task.errors import TaskError

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/seeds-to-code.md").read_text(encoding="utf-8")
SOURCE = Path(whet.__file__).parent
SYMBOLS = sorted(set(re.findall(r"`([\w/]+\.py):(\w+)`", PAGE)))
PRESETS = sorted(set(re.findall(r"--config ([\w-]+)", PAGE)))
OPTIONS = sorted(set(re.findall(r"--set ([\w.]+=[\w,-]+)", PAGE)))
EXAMPLE_TESTS = ("tests/seeds/test_examples.py", "tests/roles/golden_programs.py")
FILES = sorted(set(re.findall(r"((?:tests|examples)/[\w/-]+(?:\.py|\.c)?)", PAGE)))

USES = {"newton": "newton", "symbolic": "symex-plus", "interval": "interval"}
"""A preset for the options of a section; that of the others is ``value-predicate``."""


def is_defined(file: str, name: str) -> bool:
    path = SOURCE / file
    return path.exists() and re.search(rf"^(?:class|def) {name}\b", path.read_text(encoding="utf-8"), re.MULTILINE) is not None


@pytest.mark.parametrize(("file", "name"), SYMBOLS)
def test_each_name_is_defined_where_the_page_says(file: str, name: str) -> None:
    assert is_defined(file, name)


def test_a_name_that_is_not_defined_is_noticed() -> None:
    assert len(SYMBOLS) > 40
    assert not is_defined("algorithms/cegar.py", "cpa")
    assert not is_defined("algorithms/gone.py", "cegar")


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_exists(preset: str) -> None:
    assert load_configuration(preset, []).algorithm


@pytest.mark.parametrize("setting", OPTIONS)
def test_each_option_has_the_value(setting: str) -> None:
    assert load_configuration(USES.get(setting.partition(".")[0], "value-predicate"), [setting]).algorithm


def test_an_option_that_does_not_exist_is_noticed() -> None:
    with pytest.raises(TaskError):
        load_configuration("value-predicate", ["refinement.gone=1"])


@pytest.mark.parametrize("file", FILES)
def test_each_file_exists(file: str) -> None:
    assert (ROOT / file).exists()


def test_each_example_has_a_test() -> None:
    tests = "".join((ROOT / name).read_text(encoding="utf-8") for name in EXAMPLE_TESTS)
    assert [path.name for path in (ROOT / "examples/seeds").glob("*.c") if f'"{path.stem}' not in tests] == []
