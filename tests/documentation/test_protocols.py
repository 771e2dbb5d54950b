"""Protocols of experiments (``experiments/NAME.md``): the summary names each, links are alive, pages have no machine path."""

from __future__ import annotations

import re

import pytest

from tests.documentation.pages import ROOT, every_page

PROTOCOLS = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "experiments").glob("*.md"))
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)")
MACHINE = re.compile(r"(?<![\w.~-])(/(?:work|home|root|mnt|Users)/\w|/tmp/\w[^\s`)]*/)")
"""``/tmp/NAME`` may stand in an example: every reader has it."""
TEXTS = ("*.md", "*.toml", "*.yml", "*.cff", "docs/**/*.md", "docs/**/*.svg", "experiments/*", "examples/**/*.md", "templates/*")


def anchors(page: str) -> set[str]:
    headings = re.findall(r"(?m)^#+ (.*)", (ROOT / page).read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def dead_links(page: str) -> list[str]:
    found = []
    for path, anchor in LINK.findall((ROOT / page).read_text(encoding="utf-8")):
        target = (ROOT / page).parent / path if path else ROOT / page
        if not target.exists() or (anchor and anchor not in anchors(str(target.resolve().relative_to(ROOT)))):
            found.append(f"{path}#{anchor}")
    return found


def test_summary_names_every_protocol_and_no_other() -> None:
    summary = (ROOT / "docs/evaluation.md").read_text(encoding="utf-8")
    assert sorted(set(re.findall(r"experiments/[a-z-]+\.md", summary))) == PROTOCOLS


@pytest.mark.parametrize("page", [page for page in every_page() if not page.startswith("docs/")])
def test_links_lead_somewhere(page: str) -> None:
    """Those of ``docs`` are checked by mkdocs."""
    assert dead_links(page) == []


@pytest.mark.parametrize("page", every_page())
def test_protocols_that_pages_name_exist(page: str) -> None:
    named = re.findall(r"(?<!\w)experiments/[a-z-]+\.(?:md|toml|txt)", (ROOT / page).read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_no_page_has_a_path_of_a_machine() -> None:
    paths = {path for pattern in TEXTS for path in ROOT.glob(pattern) if path.is_file() and path.suffix != ".parquet"}
    found = {str(path.relative_to(ROOT)): MACHINE.findall(path.read_text(encoding="utf-8")) for path in sorted(paths)}
    assert {page: texts for page, texts in found.items() if texts} == {}


@pytest.mark.parametrize("text", ["/work/main/x", "cd /home/me/whet", "(/tmp/folder/a/b.c)"])
def test_paths_of_machines_are_recognised(text: str) -> None:
    assert MACHINE.search(text) is not None


@pytest.mark.parametrize("text", ["--sarif /tmp/mean.sarif", 'getenv("HOME")="/root"', "~/work/x", "docs/home/x"])
def test_paths_of_examples_are_not(text: str) -> None:
    assert MACHINE.search(text) is None


def figures(page: str) -> tuple[list[str], list[str]]:
    """Solved tasks of the three verifiers, and how many times their time Whet takes."""
    text = (ROOT / page).read_text(encoding="utf-8")
    solved = re.findall(r"(?m)^\| (?:Whet|CBMC|CPAchecker)[^|]*\| (\d+)", text)
    return solved, re.findall(r"([\d.]+) times the time", text) or re.findall(r"(?m)^\| C[^|]*\| \d+ \| \d+ \| ([\d.]+) \|", text)


def test_readme_and_summary_have_the_same_figures() -> None:
    found = figures("README.md")
    assert [len(each) for each in found] == [3, 2]
    assert found == figures("docs/evaluation.md")
