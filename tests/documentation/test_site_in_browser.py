"""The site that mkdocs builds, in a browser: nothing scrolls sideways, and axe finds nothing serious.

Needs Chromium (Debian: chromium) and the packages of the extras ``dev`` and ``docs``; without them the tests are skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.documentation.pages import ROOT

CHROMIUM = shutil.which("chromium")
playwright = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytest.importorskip("mkdocs")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs chromium"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

WIDTHS = (1400, 390)
DOCS = ROOT / "docs"
PAGES = sorted(str(path.relative_to(DOCS).with_suffix("")) for path in [*DOCS.glob("*.md"), *DOCS.glob("messages/*.md")])
SCROLLING = """() => [...document.querySelectorAll("pre, .md-content")]
    .filter(each => each.scrollWidth > each.clientWidth + 1)
    .map(each => `${each.tagName}: ${each.textContent.trim().slice(0, 60)}`)"""
SERIOUS = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .filter(each => ["serious", "critical"].includes(each.impact))
    .map(each => `${each.id}: ${each.nodes.slice(0, 2).map(node => node.html.slice(0, 120)).join(" ")}`)"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    subprocess.run(command, cwd=ROOT, check=True, timeout=600, capture_output=True, env=environment)
    return folder


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        launched = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield launched
        launched.close()


@pytest.fixture(scope="module", params=WIDTHS)
def page(request: pytest.FixtureRequest, browser: Any) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": request.param, "height": 900})
    context.set_default_timeout(120_000)
    yield context.new_page()
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_nothing_scrolls_sideways_and_axe_finds_nothing_serious(name: str, page: Any, site: Path) -> None:
    page.goto((site / f"{name}.html").as_uri())
    assert page.evaluate(SCROLLING) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    if page.viewport_size["width"] == WIDTHS[0] or name == "index":  # the names and colours of a page are alike in both
        page.evaluate(axe.Axe().axe_script)
        assert page.evaluate(SERIOUS) == []


def test_scrolling_and_a_missing_name_are_noticed(browser: Any, tmp_path: Path) -> None:
    (tmp_path / "bad.html").write_text(
        "<!DOCTYPE html><html lang='en'><title>Bad</title><main><h1>Bad</h1>"
        f"<pre style='overflow: auto'>{'x' * 500}</pre><input></main></html>"
    )
    page = browser.new_page(viewport={"width": 390, "height": 900})
    page.goto((tmp_path / "bad.html").as_uri())
    assert page.evaluate(SCROLLING) == ["PRE: " + "x" * 60]
    page.evaluate(axe.Axe().axe_script)
    assert [each.partition(":")[0] for each in page.evaluate(SERIOUS) if each.startswith("label")] == ["label"]
    page.close()
