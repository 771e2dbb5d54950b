"""Calls are processes of their own, arguments of agents are checked, and files are below the roots."""

from __future__ import annotations

import asyncio
import operator
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from whet.core.context import Progress
from whet.core.news import Logged
from whet.server.calls import Calls
from whet.server.roots import Roots
from whet.server.tool import Bounds, ToolCall, Tools
from whet.server.worker import Ending, Refused, WorkerDefect
from whet.task.errors import TaskError

BOUNDS = Bounds(seconds=10.0, memory_bytes=10**9)


@pytest.fixture
def roots(tmp_path: Path) -> Roots:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "b/p.c").write_text("int main(void) { return 0; }\n")
    return Roots.of([tmp_path / "a", tmp_path / "b"])


def test_every_file_of_the_folder_is_a_tool() -> None:
    tools = Tools.found()
    assert {"explain", "roles", "scan", "test", "validate", "verify"} <= set(tools.by_name)
    for tool in tools.by_name.values():
        assert set(tool.required) <= set(tool.parameters)
        assert tool.work.__module__.startswith("whet.server.tools.")


def test_limits_are_capped_and_this_is_told(roots: Roots) -> None:
    call = Tools.found().named("verify").checked({"files": ["p.c"], "time_limit": 99, "memory_limit_mb": 5000}, roots, BOUNDS)
    assert (call.options["time_limit"], call.options["memory_limit"]) == (10.0, 10**9)
    assert len(call.notes) == 2


def test_limits_that_nobody_names_are_within_those_of_the_server(roots: Roots) -> None:
    call = Tools.found().named("verify").checked({"files": ["p.c"]}, roots, BOUNDS)
    assert (call.options["time_limit"], call.options["memory_limit"], call.notes) == (10.0, 10**9, ())


def test_relative_path_is_found_below_any_root(roots: Roots) -> None:
    assert roots.resolve("p.c") == str(roots.folders[1] / "p.c")


@pytest.mark.parametrize("path", ["../p.c", "/etc/passwd", "x/../../../y.c", "\0.c", "../b2/p.c"])
def test_path_outside_is_refused(path: str, roots: Roots) -> None:
    with pytest.raises(TaskError):
        roots.resolve(path)


def test_folder_whose_name_begins_like_that_of_a_root_is_no_part_of_it(roots: Roots) -> None:
    sibling = Path(f"{roots.folders[1]}2")
    sibling.mkdir()
    (sibling / "p.c").touch()
    with pytest.raises(TaskError, match="not below"):
        roots.resolve(str(sibling / "p.c"))


def test_roots_of_a_client_are_files() -> None:
    assert Roots.of_uris(["file:///tmp/a%20b", "https://example.org/x", "file://elsewhere/x"]).folders == (Path("/tmp/a b"),)


def called(work: Callable[[Any, Any], object], argument: object) -> Ending[object]:
    async def hear(news: Progress | Logged) -> None:
        raise AssertionError(f"there is no news: {news}")

    async def session() -> Ending[object]:
        calls = Calls(at_once=1)
        ending = await calls.run(work, argument, hear)
        await calls.close()
        return ending

    return asyncio.run(asyncio.wait_for(session(), 60))


def test_mistake_of_the_client_crosses_as_such(roots: Roots) -> None:
    call = ToolCall(options={"files": ["/none.c"]}, roots=roots)
    assert called(Tools.found().named("verify").work, call) == Refused("/none.c: No such file or directory")


def test_defect_is_an_answer() -> None:
    match called(operator.truediv, 1):  # by an observer
        case WorkerDefect(message=message):
            assert message.startswith("TypeError")
        case other:
            pytest.fail(str(other))
