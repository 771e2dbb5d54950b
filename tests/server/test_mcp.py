"""The MCP server, asked by the client of the package ``mcp`` over stdin and stdout."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.server.processes import ENDLESS, ROOT, marked_environment, wait_for, workers

pytest.importorskip("mcp")

import mcp_types as types
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from pydantic import FileUrl

from whet.session.functions import verify, witness

Calls = Mapping[str, tuple[str, dict[str, object]]]
Answers = Mapping[str, types.CallToolResult]


def server(*arguments: str, environment: dict[str, str] | None = None) -> StdioServerParameters:
    command = ["-m", "whet", "mcp", "--time-limit", "30s", *arguments]
    return StdioServerParameters(command=sys.executable, args=command, env=environment or marked_environment(), cwd="/")


def ask(parameters: StdioServerParameters, calls: Calls, **client: Any) -> Answers:
    async def session() -> Answers:
        async with Client(parameters, **client) as asked:
            return {name: await asked.call_tool(tool, arguments) for name, (tool, arguments) in calls.items()}

    return asyncio.run(asyncio.wait_for(session(), 120))


def text_of(answer: types.CallToolResult) -> str:
    assert isinstance(answer.content[0], types.TextContent)
    return answer.content[0].text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with programs, a witness, and links that lead out of it."""
    parent = tmp_path_factory.mktemp("mcp")
    root = parent / "root"
    root.mkdir()
    for name in ("answer.c", "even.c"):
        (root / name).write_bytes((ROOT / "examples" / name).read_bytes())
    (parent / "outside.c").write_text("int main(void) { return 0; }\n")
    (root / "link.c").symlink_to(parent / "outside.c")
    (root / "half.c").write_text("unsigned half(unsigned x) { return x / 2; }\nint of(int a, int b) { return a / b; }\n")
    (root / "nosy.c").write_text('#include "../outside.c"\n')
    answer = str(root / "answer.c")
    (root / "answer.yml").write_text(witness(verify(answer, config="value"), answer, config="value") or "")
    return root


@pytest.fixture(scope="module")
def answers(folder: Path) -> Answers:
    calls: Calls = {
        "verify": ("verify", {"files": ["answer.c"], "config": "value", "time_limit": 1000, "check": ["assertion"]}),
        "explain": ("explain", {"files": [str(folder / "answer.c")], "config": "value"}),
        "validate": ("validate", {"file": "answer.c", "witness": "answer.yml"}),
        "scan": ("scan", {"files": ["half.c"], "config": "value"}),
        "scan of nothing": ("scan", {"files": ["half.c"], "functions": ["hlaf"]}),
        "outside": ("verify", {"files": ["../outside.c"]}),
        "absolute": ("verify", {"files": ["/etc/hosts.c"]}),
        "link": ("verify", {"files": ["link.c"]}),
        "nosy": ("verify", {"files": ["nosy.c"]}),
        "passwd": ("verify", {"files": ["/etc/passwd"]}),
        "missing file": ("verify", {"files": ["none.c"]}),
        "no files": ("verify", {}),
        "no list": ("verify", {"files": "answer.c"}),
        "numbers": ("verify", {"files": [1]}),
        "empty": ("verify", {"files": []}),
        "unknown argument": ("verify", {"files": ["answer.c"], "chek": ["memory"]}),
        "unknown word": ("verify", {"files": ["answer.c"], "check": ["memry"]}),
        "negative": ("verify", {"files": ["answer.c"], "time_limit": -1}),
        "no tool": ("verfy", {}),
    }
    return ask(server("--root", str(folder)), calls)


def test_program_is_verified(answers: Answers, folder: Path) -> None:
    answer = answers["verify"]
    assert not answer.is_error
    assert answer.structured_content["verdict"] == "FALSE(unreach-call)"
    assert answer.structured_content["place"] == f"{folder}/answer.c:7:5"
    assert answer.structured_content["inputs"][0]["value"] == 42
    assert text_of(answer).startswith("FALSE(unreach-call)\n")


def test_limits_are_those_of_the_server(answers: Answers) -> None:
    assert answers["verify"].structured_content["notes"] == ["time_limit is 30s, the most that this server allows"]


def test_verdict_is_explained(answers: Answers) -> None:
    assert "Step: " in text_of(answers["explain"])
    assert text_of(answers["explain"]).endswith("Verdict: FALSE(unreach-call)")


def test_witness_is_validated(answers: Answers) -> None:
    assert answers["validate"].structured_content["witness"] == "confirmed"


def test_functions_are_scanned(answers: Answers) -> None:
    found = answers["scan"].structured_content
    assert [each["status"] for each in found["functions"]] == ["proved", "failing"]
    assert found["verdict"] == "FALSE(failing)"
    assert "division" in text_of(answers["scan"])


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("scan of nothing", "no file defines a function 'hlaf'"),
        ("outside", "not below the roots"),
        ("absolute", "not below the roots"),
        ("link", "not below the roots"),
        ("nosy", "not below the roots"),
        ("passwd", "is no C file"),
        ("missing file", "No such file"),
        ("no files", "needs the argument 'files'"),
        ("no list", "should be of the type array"),
        ("numbers", "should be of the type string"),
        ("empty", "has 0 items"),
        ("unknown argument", "did you mean 'check'?"),
        ("unknown word", "did you mean 'memory'?"),
        ("negative", "cannot be -1"),
        ("no tool", "did you mean 'verify'?"),
    ],
)
def test_what_is_wrong_is_refused_politely(name: str, words: str, answers: Answers) -> None:
    assert answers[name].is_error
    assert words in text_of(answers[name])
    assert "Traceback" not in text_of(answers[name])


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore:.*deprecated.*")
def test_roots_are_those_of_the_client(mode: str, folder: Path) -> None:
    named = [[], [types.Root(uri=FileUrl(folder.as_uri()))]]

    async def roots(context: object) -> types.ListRootsResult:
        return types.ListRootsResult(roots=named.pop(0) if len(named) > 1 else named[0])

    calls: Calls = {
        "no roots": ("verify", {"files": [str(folder / "answer.c")]}),
        "inside": ("verify", {"files": ["none.c"]}),
        "outside": ("verify", {"files": ["../outside.c"]}),
    }
    answers = ask(server(), calls, list_roots_callback=roots, mode=mode)
    assert "--root DIR" in text_of(answers["no roots"])
    assert "No such file" in text_of(answers["inside"])
    assert "not below the roots" in text_of(answers["outside"])


def test_cancelled_call_leaves_no_process_and_neither_does_a_server_that_goes(tmp_path: Path) -> None:
    (tmp_path / "endless.c").write_text(ENDLESS)
    environment, messages = marked_environment(), list[str | None]()

    async def session() -> None:
        async with Client(server("--root", str(tmp_path), environment=environment)) as client:
            heard = asyncio.Event()

            async def hear(progress: float, total: float | None, message: str | None) -> None:
                messages.append(message)
                if message is not None and not message.startswith("starting"):
                    heard.set()

            asked = {"files": ["endless.c"], "config": "race"}
            call = asyncio.create_task(client.call_tool("verify", asked, progress_callback=hear))
            await asyncio.wait_for(heard.wait(), 60)
            assert workers(environment)
            call.cancel()
            assert await asyncio.to_thread(wait_for, lambda: not workers(environment))
            assert (await client.list_tools()).tools
            left = asyncio.create_task(client.call_tool("verify", asked))
            assert await asyncio.to_thread(wait_for, lambda: workers(environment))
            left.cancel()

    asyncio.run(session())
    assert wait_for(lambda: not workers(environment))
    assert any(message is not None and "MB" in message for message in messages)
