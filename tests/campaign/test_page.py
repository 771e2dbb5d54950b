"""The page of a campaign: one file that loads nothing, escapes everything and holds all results."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.campaign.made_up import LIMITS, campaign, campaigns, measured, task
from whet.campaign.page import FIELDS, OUTPUT_CHARACTERS, About, Picture, campaign_page, escape_json, page_data
from whet.campaign.plots import quantile_plot, scatter_plot, svg_text
from whet.campaign.records import RunStatus
from whet.campaign.tables import Measured, ResultTable, score
from whet.task.errors import TaskError

VOID = {"meta", "input", "br", "link", "img", "hr"}
EVIL = "</script><script>alert(1)</script><!--&amp;\"'{{data}}"


class Reader(HTMLParser):
    """Checks that elements are closed in order; keeps texts and attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.scripts: list[str] = []
        self.ids: list[str] = []
        self.loads: list[str] = []
        self.text = ""
        self.tags: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        if tag == "script":
            self.scripts.append("")
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href", "action", "srcset"):
                self.loads.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "script":
            self.scripts[-1] += data
        elif self.open and self.open[-1] != "style":
            self.text += data


def make(rows: list[Measured], **more: Any) -> str:  # Any: passed on as it is
    return campaign_page(rows, about=About(title="A <campaign>", question="Why & how?", paper="A paper"), **more)


def pictures(rows: list[Measured]) -> list[Picture]:
    return [
        Picture(title="Quantiles <1>", svg=svg_text(quantile_plot(rows))),
        Picture(title="Scatter", svg=svg_text(scatter_plot(rows, x="value", y="predicate"))),
    ]


def data_of(page: str) -> Any:  # Any: what json.loads gives
    return json.loads(Reader(page).scripts[0])


def test_page_is_well_formed_and_loads_nothing() -> None:
    rows = campaign()
    page = make(rows, pictures=pictures(rows))
    reader = Reader(page)
    assert len(reader.ids) == len(set(reader.ids))
    assert all(load.startswith("#") for load in reader.loads)
    assert not {"link", "iframe", "img", "object", "base"} & set(reader.tags)
    assert not re.search(r"https?://|@import|url\((?!#)|\bfetch\(|XMLHttpRequest|WebSocket|import\(", page)
    assert "default-src 'none'" in page


def test_references_inside_pictures_are_found() -> None:
    rows = campaign()
    page = make(rows, pictures=pictures(rows))
    ids = set(Reader(page).ids)
    targets = re.findall(r"url\(#([^)]*)\)", page) + re.findall(r'href="#([^"]*)"', page)
    assert targets
    assert set(targets) <= ids


def test_pictures_take_the_colours_of_the_page() -> None:
    page = make(campaign(), pictures=pictures(campaign()))
    svg = page[page.index('<section id="plots"') : page.index('<section id="tables"')]
    assert "var(--ink)" in svg
    assert "var(--s0)" in svg
    used = set(re.findall(r"var\((--[\w-]+)\)", page))
    assert used - {"--mark"} <= set(re.findall(r"(--[\w-]+):", page))


def test_head_says_what_was_run() -> None:
    text = Reader(make(campaign())).text
    for part in ("A <campaign>", "Why & how?", "A paper", "whet 0.1.0", "15s CPU, 90s wall, 2GB", "here", "2026-09-21 14:13 UTC"):
        assert part in text
    assert "whet --config predicate" in text


def test_scores_are_shown() -> None:
    rows = campaign(("value",))
    assert f"<dd>{score(rows)}<small>" in make(rows)


def test_tables_may_be_chosen() -> None:
    table = ResultTable(title="Mine <x>", columns=("a<b", "wrong"), rows=(("x&y", 3),), note="n<o")
    page = make(campaign(), tables=[table])
    for part in ("Mine &lt;x&gt;", "a&lt;b", "x&amp;y", "n&lt;o", '<td class="number bad">3</td>'):
        assert part in page
    assert "Solved tasks" not in page


def test_same_results_give_the_same_page() -> None:
    assert make(campaign()) == make(campaign())


# ----------------------------------------------------------------------------------------------------------- the data


@given(campaigns())
def test_data_of_the_page_are_the_results(rows: list[Measured]) -> None:
    data = data_of(make(rows))
    assert data == json.loads(json.dumps(page_data(rows)))
    for row, values in zip(rows, data["runs"], strict=True):
        run = dict(zip(FIELDS, values, strict=True))
        assert data["tasks"][run["task"]]["name"] == row.task.name
        assert data["tasks"][run["task"]]["expected"] is row.task.expected
        assert data["configurations"][run["configuration"]]["name"] == row.configuration
        assert (run["status"], run["assessment"]) == (row.result.answer.status, row.assessment)
        assert (run["key"], run["word"]) == (row.result.key, row.result.answer.word)
        assert (run["cpu"], run["memory"]) == (row.cpu_seconds, row.result.use.memory_bytes)
        assert run["statistics"] == dict(row.result.answer.statistics)
        assert data["cpuLimits"][run["limits"]] == LIMITS.cpu_seconds


def test_only_the_end_of_long_output_is_in_the_page() -> None:
    rows = [measured(task("x"), RunStatus.TRUE, output="a" * 10_000 + "end")]
    output = data_of(make(rows))["runs"][0][FIELDS.index("output")]
    assert output.endswith("aend")
    assert len(output) == OUTPUT_CHARACTERS


def test_number_that_json_does_not_have() -> None:
    row = measured(task("x"), RunStatus.TRUE)
    statistics = {"ratio": float("nan"), "most": float("inf"), "states": 1}
    answer = type(row.result.answer)(status=RunStatus.TRUE, word="TRUE", statistics=statistics)
    result = type(row.result)(
        key=row.result.key, answer=answer, use=row.result.use, tool_version="v", node="n", started=0.0, output=""
    )
    data = data_of(make([Measured(row.run, result)]))
    assert data["runs"][0][FIELDS.index("statistics")] == {"ratio": "nan", "most": "inf", "states": 1}


# ----------------------------------------------------------------------------------------------------------- escaping


def test_evil_names_are_only_text() -> None:
    of = task(EVIL, category=EVIL)
    rows = [
        measured(of, RunStatus.UNKNOWN, configuration=f"{EVIL}1", word=EVIL, output=EVIL),
        measured(of, RunStatus.TRUE, configuration=f"{EVIL}2"),
    ]
    svg = svg_text(quantile_plot(rows))
    page = campaign_page(rows, about=About(title=EVIL, question=EVIL, paper=EVIL), pictures=[Picture(title=EVIL, svg=svg)])
    reader = Reader(page)
    assert len(reader.scripts) == 2
    data = json.loads(reader.scripts[0])
    assert data["tasks"][0]["name"] == EVIL
    assert data["runs"][0][FIELDS.index("output")] == EVIL
    assert "alert(1)" not in reader.scripts[1]
    assert reader.text.count(EVIL) >= 4


@given(st.text())
def test_escaped_json_is_the_same_json_and_no_html(text: str) -> None:
    escaped = escape_json(json.dumps(text, ensure_ascii=False))
    assert json.loads(escaped) == text
    assert not set(escaped) & set("<>&\u2028\u2029")


def test_script_never_sets_html() -> None:
    script = Reader(make(campaign())).scripts[1]
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", script)


def test_script_and_page_know_the_same_names() -> None:
    reader = Reader(make(campaign()))
    asked = set(re.findall(r'byId\("([\w-]+)"\)', reader.scripts[1]))
    assert asked <= set(reader.ids)


# ------------------------------------------------------------------------------------------------------------- edges


def test_page_of_nothing() -> None:
    assert "never" in Reader(make([])).text


def test_results_twice_are_an_error() -> None:
    row = measured(task("x"), RunStatus.TRUE)
    with pytest.raises(TaskError, match="two results of the task x"):
        make([row, row])


def test_ten_thousand_runs_fit() -> None:
    rows = campaign(("a", "b"), count=5000)
    page = make(rows)
    assert len(page) < 5_000_000
    assert page.count("<tr") < 200  # the runs are data, drawn when looked at
