"""Pages that are written from the tables of the code say what the tables say; code in pages is the code that is tested."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.documentation.pages import ROOT, blocks


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / f"tools/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("man_page", "docs/man/whet.1"),
        ("reference_page", "docs/reference.md"),
        ("architecture_picture", "docs/images/architecture.svg"),
    ],
)
def test_page_is_what_its_tool_writes(name: str, page: str, pytestconfig: pytest.Config) -> None:
    text: str = getattr(tool(name), name)()
    if pytestconfig.getoption("update_golden"):
        (ROOT / page).write_text(text, encoding="utf-8")
    assert (ROOT / page).read_text(encoding="utf-8") == text, f"python tools/{name}.py --write"


def test_pages_of_messages_are_what_their_tool_writes(pytestconfig: pytest.Config) -> None:
    pages: dict[str, str] = tool("messages_page").messages_pages()
    folder = ROOT / "docs/messages"
    for name, text in pages.items():
        if pytestconfig.getoption("update_golden"):
            (folder / name).write_text(text, encoding="utf-8")
        assert (folder / name).read_text(encoding="utf-8") == text, "python tools/messages_page.py --write"
    assert {each.name for each in folder.iterdir()} == set(pages)


def test_every_package_is_in_the_table_of_layers_and_in_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = tool("architecture_picture")
    packages = {path.parent.name for path in (ROOT / "src/whet").glob("*/__init__.py")}
    assert set(picture.layers()) == packages
    monkeypatch.setattr(picture, "layers", lambda: [*picture.ROWS["commands, servers"]])
    with pytest.raises(SystemExit, match="the table of architecture"):
        picture.architecture_picture()


def test_every_file_says_the_same_version() -> None:
    assert len(set(tool("release").versions().values())) == 1


@pytest.mark.parametrize(
    ("page", "sources"),
    [
        ("docs/first-algorithm.md", ["tests/plugin/src/whet_parity/hasty.py"]),
        ("docs/first-check.md", ["tests/plugin/src/whet_parity/truncation.py"]),
        ("docs/first-engine.md", ["tests/plugin/src/whet_parity/smtlib.py"]),
        ("docs/first-refiner.md", ["tests/plugin/src/whet_parity/cubes.py", "src/whet/refine/selection.py"]),
    ],
)
def test_code_that_is_shown_is_code_that_is_tested(page: str, sources: list[str]) -> None:
    """``tests/test_plugin.py`` runs it."""
    known = "\n".join((ROOT / source).read_text() for source in sources)
    shown = [text for kind, text in blocks(page) if kind == "python"]
    assert shown
    assert [text for text in shown if text.strip() not in known] == []


@pytest.mark.parametrize(
    "page", ["docs/first-algorithm.md", "docs/first-check.md", "docs/first-engine.md", "docs/first-refiner.md"]
)
def test_entry_points_that_are_shown_are_those_of_the_package(page: str) -> None:
    project = Path(ROOT / "tests/plugin/pyproject.toml").read_text()
    shown = [text for kind, text in blocks(page) if kind == "toml" and "entry-points" in text]
    assert shown
    assert all(text.strip() in project for text in shown)
