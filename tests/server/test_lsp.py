"""The language server, asked by the client of ``pytest-lsp``."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.processes import ENDLESS, marked_environment, wait_for, workers

pytest.importorskip("pytest_lsp")
pytest.importorskip("pygls")

from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

from whet.core.context import Silent
from whet.server.language_server import work

FAILS = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  /* ä */ if (x == 7) reach_error();
  return 0;
}
"""
HOLDS = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  while (i < 3)
    i++;
  if (i > 3) reach_error();
  return 0;
}
"""
DIAGNOSTICS = "textDocument/publishDiagnostics"
EVERYWHERE = types.Range(types.Position(0, 0), types.Position(99, 0))


class Editor:
    """Opens, edits and saves files."""

    def __init__(self, client: LanguageClient) -> None:
        self.client = client

    def open(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        item = types.TextDocumentItem(path.as_uri(), "c", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def edit(self, path: Path, text: str, version: int) -> None:
        document = types.VersionedTextDocumentIdentifier(uri=path.as_uri(), version=version)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    def save(self, path: Path, text: str) -> None:
        path.write_text(text, encoding="utf-8")
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(path.as_uri())))

    async def diagnostics(self, path: Path) -> list[types.Diagnostic]:
        await asyncio.wait_for(self.client.wait_for_notification(DIAGNOSTICS), 60)
        return list(self.client.diagnostics[path.as_uri()])

    async def hover(self, path: Path, line: int) -> str | None:
        place = types.HoverParams(types.TextDocumentIdentifier(path.as_uri()), types.Position(line, 3))
        hover = await self.client.text_document_hover_async(place)
        if hover is None:
            return None
        assert isinstance(hover.contents, types.MarkupContent)
        return hover.contents.value

    async def hints(self, path: Path) -> list[tuple[int, object]]:
        asked = types.InlayHintParams(types.TextDocumentIdentifier(path.as_uri()), EVERYWHERE)
        return [(each.position.line, each.label) for each in await self.client.text_document_inlay_hint_async(asked) or []]


@asynccontextmanager
async def editor(*arguments: str, environment: dict[str, str] | None = None, **options: object) -> AsyncIterator[Editor]:
    client = make_test_lsp_client()
    command = ("-m", "whet", "lsp", "--time-limit", "30s", *arguments)
    await client.start_io(sys.executable, *command, env=environment or marked_environment())
    capabilities = client_capabilities("visual-studio-code")
    await client.initialize_session(types.InitializeParams(capabilities, initialization_options=options))
    try:
        yield Editor(client)
    finally:
        await client.shutdown_session()
        await client.stop()  # type: ignore[no-untyped-call]  # pytest-lsp says nothing of its types there


def test_file_is_verified_when_it_is_opened_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "p.c"

    async def session() -> None:
        async with editor("--config", "value") as opened:
            opened.open(path, FAILS)
            [found] = await opened.diagnostics(path)
            assert found.severity is types.DiagnosticSeverity.Error
            assert (found.source, found.code) == ("whet", "assertion")
            assert found.message == "reach_error() is called\ninput __VERIFIER_nondet_int() = 7"
            assert found.range == types.Range(types.Position(4, 22), types.Position(4, 36))
            told = [(each.location.range.start.line, each.message) for each in found.related_information or []]
            assert told == [(3, "__VERIFIER_nondet_int() = 7"), (4, "x == 7 is true (x = 7)")]
            assert await opened.hover(path, 3) == "counterexample: `__VERIFIER_nondet_int() = 7`"

            opened.edit(path, HOLDS, 2)
            assert await opened.hover(path, 3) is None
            opened.save(path, HOLDS)
            [found] = await opened.diagnostics(path)
            assert found.severity is types.DiagnosticSeverity.Hint
            assert found.message.startswith("TRUE")
            hints = await opened.hints(path)
            assert (4, "invariant: i >= 0 && i <= 3") in hints
            assert "loop head in main" in (await opened.hover(path, 4) or "")

            opened.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(path.as_uri())))
            assert await opened.diagnostics(path) == []

    asyncio.run(session())


def test_edit_ends_the_run_that_goes_on(tmp_path: Path) -> None:
    path, environment = tmp_path / "endless.c", marked_environment()

    async def session() -> None:
        async with editor(environment=environment) as opened:
            opened.open(path, ENDLESS)
            assert await asyncio.to_thread(wait_for, lambda: workers(environment))
            opened.edit(path, f"{ENDLESS}\n", 2)
            assert await asyncio.to_thread(wait_for, lambda: not workers(environment))

    asyncio.run(session())


def test_what_is_not_known_is_information_and_what_cannot_be_read_a_warning(tmp_path: Path) -> None:
    unknown, wrong = tmp_path / "unknown.c", tmp_path / "wrong.c"

    async def session() -> None:
        async with editor(config="value", settings={}) as opened:
            messages = opened.client.messages
            opened.open(wrong, "int main(void) { return ; x }\n")
            [found] = await opened.diagnostics(wrong)
            assert found.severity is types.DiagnosticSeverity.Warning
            assert found.message.startswith("cannot be verified: ")
            assert "no option 'settings'" in messages[0].message

            opened.open(unknown, 'int main(void) { int x; __asm__ volatile ("cpuid" : "=a"(x)); return x; }\n')
            [found] = await opened.diagnostics(unknown)
            assert found.severity is types.DiagnosticSeverity.Information
            assert found.message.startswith("UNKNOWN")

    asyncio.run(session())


def test_file_that_is_opened_is_not_executed(tmp_path: Path) -> None:
    """Whatever the settings of the folder say."""
    (tmp_path / "runs.toml").write_text('extends = "runs"\n[execution]\nallowed = "yes"\n[runs]\nseconds = "0.3s"\n')
    (tmp_path / "p.c").write_text(FAILS.replace("reach_error();", ";"))
    found = work((str(tmp_path / "p.c"), {"config": str(tmp_path / "runs.toml")}), Silent()).found
    assert "compiled_runs" not in found.result.statistics
