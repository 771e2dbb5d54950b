"""The page of a report in a browser: steps, tabs, search, colours, accessibility, and that it fetches nothing.

Needs Chromium (Debian: chromium) and the packages of the extra ``dev``; without them the tests are skipped.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.report.verification_pages import FREED_TWICE, HEADER, HOSTILE, MANY_STATES, PROVED, write_report

CHROMIUM = shutil.which("chromium")
playwright = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="needs chromium"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)
PATIENCE = 120_000
"""Milliseconds; only stops what hangs."""
TABS = ("source", "cfa", "arg", "refinements", "statistics", "configuration", "assumptions")

Page = Any
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield launched
        launched.close()


@pytest.fixture
def opened(browser: Any) -> Iterator[Open]:
    """Opens a file, and fails in the end if the page asked for anything else or had an error."""
    asked: list[str] = []
    errors: list[str] = []
    contexts: list[Any] = []

    def open_page(path: Path, *, width: int = 1200, scheme: str = "light") -> Page:
        context = browser.new_context(viewport={"width": width, "height": 800}, color_scheme=scheme)
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(path.as_uri())
        page.wait_for_selector("[role=tab]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [url for url in asked if not url.startswith("file:")] == []
    assert len(asked) == len(contexts), "one file, nothing else"
    assert errors == []


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    def made(name: str, program: str, *arguments: str) -> Path:
        return write_report(tmp_path_factory.mktemp(name), program, *arguments)

    function = "int f(int n) { return n < 1 ? 0 : f(n - 1); }\n"
    recursive = f"{HEADER}{function}int main(void) {{ if (f(__VERIFIER_nondet_int())) reach_error(); }}\n"
    lines = ("int main(void) {", "unsigned x = __VERIFIER_nondet_int();", "if (x * x == 3)", "reach_error();", "return 0; }", "")
    executed = HEADER + "\n".join(lines)
    return {
        "false": made("false", FREED_TWICE, "--check", "free", "--config", "value-predicate"),
        "true": made("true", PROVED, "--config", "predicate"),
        "unknown": made("unknown", recursive, "--config", "value", "--check", "assertion"),
        "executed": made("executed", executed, "--config", "runs", "--check", "assertion", "--set", "runs.seconds=0.3s"),
        "hostile": made("hostile", HOSTILE, "--check", "assertion", "--config", "value"),
        "many": made("many", MANY_STATES, "--config", "value"),
    }


def step_of(page: Page) -> str:
    return str(page.inner_text(".controls .number"))


def test_steps_go_forwards_and_backwards_by_keys_and_buttons(opened: Open, pages: dict[str, Path]) -> None:
    page = opened(pages["false"])
    last = step_of(page).split(" / ")[1]
    assert step_of(page) == f"{last} / {last}"
    assert "second free of a heap block" in page.inner_text(".doing")
    page.keyboard.press("Home")
    assert step_of(page) == f"1 / {last}"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert step_of(page) == f"2 / {last}"
    page.click("[aria-label='step on']")
    page.click("[aria-label='last step']")
    page.click("[aria-label='step back']")
    assert step_of(page) == f"{int(last) - 1} / {last}"
    page.click(".steps li button >> nth=0")
    assert step_of(page) != f"{int(last) - 1} / {last}"


def test_values_are_shown_and_what_changed_is_marked(opened: Open, pages: dict[str, Path]) -> None:
    page = opened(pages["false"])
    while "count--" not in page.inner_text(".doing"):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    assert "count" in page.inner_text(".box.globals tr.changed")
    assert page.locator(".line.now").inner_text().strip().startswith("7")
    assert [each.split("\n")[0] for each in page.locator(".stack caption").all_inner_texts()] == [
        "drop()",
        "main()",
        "global variables",
    ]
    assert page.locator(".heap .box").count() == 2
    assert page.locator(".heap .box.freed").count() == 1
    assert page.locator(".arrows > path").count() >= 4


def test_a_line_of_the_source_leads_to_its_next_step(opened: Open, pages: dict[str, Path]) -> None:
    page = opened(pages["false"])
    page.keyboard.press("Home")
    page.click("[aria-label^='line 18,']")
    assert page.locator(".line.now").inner_text().strip().startswith("18")


def test_tabs_go_by_mouse_arrows_and_numbers(opened: Open, pages: dict[str, Path]) -> None:
    page = opened(pages["false"])
    for number, name in enumerate(TABS, 1):
        page.keyboard.press(str(number))
        assert page.is_visible(f"#panel-{name}")
        assert page.locator("[role=tabpanel]:visible").count() == 1
    page.click("#tab-cfa")
    page.keyboard.press("ArrowRight")
    assert page.get_attribute("#tab-arg", "aria-selected") == "true"
    assert page.evaluate("document.activeElement.id") == "tab-arg"


def test_invariants_stand_at_their_loop(opened: Open, pages: dict[str, Path]) -> None:
    page = opened(pages["true"])
    notes = page.locator(".note.invariant")
    assert any("i <= 10" in text or "i < 11" in text for text in notes.all_inner_texts())
    assert page.locator(".controls").count() == 0
    page.click("#tab-refinements")
    assert page.locator("#panel-refinements svg").first.is_visible()
    page.click(".records summary >> nth=0")
    page.wait_for_selector(".records .inside")  # a browser says that it opened something when it has time
    assert "chosen" in page.inner_text("#panel-refinements")


def test_an_unknown_says_what_to_try(opened: Open, pages: dict[str, Path]) -> None:
    page = opened(pages["unknown"])
    assert "recursion" in page.inner_text(".summary")
    assert "callstack.depth" in page.inner_text(".advice")
    page.click(".summary .place")
    assert page.locator(".line.wanted").count() == 1


def test_lines_that_no_run_executed_have_a_sign(opened: Open, pages: dict[str, Path]) -> None:
    """Not by colour alone."""
    page = opened(pages["executed"])
    before = HEADER.count("\n")
    signs = [page.locator(f"#line-{before + line} .ran").all_inner_texts() for line in (1, 2, 3, 4)]
    assert signs == [[], ["●"], ["●"], ["○"]]
    assert page.inner_text(".legend") == "● 3 lines that a run executed, ○ 1 that no run executed"


def test_a_report_of_two_thousand_states_opens_at_once(opened: Open, pages: dict[str, Path]) -> None:
    """Compared with a report of few states in the same browser, the quickest of three times each."""
    times = {name: min(opened(pages[name]).evaluate("performance.now()") for _ in range(3)) for name in ("true", "many")}
    assert times["many"] < 8 * times["true"]
    page = opened(pages["many"])
    assert int(page.inner_text("#tab-arg .count")) > 2000


def test_states_are_found_by_searching(opened: Open, pages: dict[str, Path]) -> None:
    page = opened(pages["many"])
    page.click("#tab-arg")
    page.keyboard.press("/")
    page.keyboard.type("i == 600")
    page.keyboard.press("Enter")
    assert int(page.inner_text(".matches").split()[0]) > 0
    first = page.inner_text("#panel-arg .details h2")
    assert "i == 600" in page.inner_text("#panel-arg .details pre")
    page.keyboard.press("Enter")
    assert page.inner_text("#panel-arg .details h2") != first
    page.fill("input[type=search]", "no such text")
    assert page.inner_text(".matches") == "0 matches"
    page.focus("#panel-arg canvas")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("0")
    page.click("#panel-arg [aria-label='zoom in']")
    page.click("#panel-arg .details .place")
    assert page.is_visible("#panel-source")
    assert page.locator(".line.wanted").count() == 1


def test_a_program_cannot_say_anything_to_the_page(opened: Open, pages: dict[str, Path]) -> None:
    page = opened(pages["hostile"])
    assert page.title().startswith("FALSE")
    assert "broken" not in page.title()
    assert page.locator("img").count() == page.locator("#page b:text('bold')").count() == 0
    assert "</script><script>" in page.inner_text(".code")
    assert "</script>" in page.inner_text(".memory")


def test_colours_follow_the_system_and_the_switch(opened: Open, pages: dict[str, Path]) -> None:
    def paper(page: Page) -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    light, dark = opened(pages["true"]), opened(pages["true"], scheme="dark")
    assert paper(light) != paper(dark)
    light.select_option(".theme select", "dark")
    assert paper(light) == paper(dark)


def test_a_narrow_window_needs_no_scrolling_sideways(opened: Open, pages: dict[str, Path]) -> None:
    page = opened(pages["false"], width=380)
    for name in TABS:
        page.click(f"#tab-{name}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 380, name


AXE = """async () => (await axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"]}))
    .violations
    .filter((each) => each.impact === "serious" || each.impact === "critical")
    .map((each) => `${each.id}: ${each.nodes[0].html.slice(0, 200)}`)"""


def serious(page: Page) -> list[str]:
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(axe.Axe().axe_script)
    found = page.evaluate(AXE)
    assert isinstance(found, list)
    return found


@pytest.mark.parametrize(
    ("kind", "scheme", "tabs"),
    [
        ("false", "light", TABS),
        ("false", "dark", ("source", "arg")),
        ("true", "light", ("source", "refinements")),
        ("unknown", "dark", ("source",)),
        ("executed", "light", ("source",)),
        ("executed", "dark", ("source",)),
    ],
)
def test_there_is_nothing_serious_for_axe(
    kind: str, scheme: str, tabs: tuple[str, ...], opened: Open, pages: dict[str, Path]
) -> None:
    page = opened(pages[kind], scheme=scheme)
    for name in tabs:
        page.click(f"#tab-{name}")
        assert serious(page) == [], name


def test_axe_notices_a_missing_label(opened: Open, pages: dict[str, Path]) -> None:
    page = opened(pages["false"])
    page.evaluate("document.querySelector('.controls input').removeAttribute('aria-label')")
    assert [each.split(":")[0] for each in serious(page)] == ["label"]
