"""The language server: verdicts in editors over stdin and stdout, with the package ``pygls`` (``whet[lsp]``).

A file is verified when it is opened or saved, in a process of its own (``server.calls``), after a moment in which nothing else
happened to it.  An edit ends a verification that goes on: its answer would be about another text.

Invariants: hints and hovers are shown only while the text is the one that was verified; at most one verification of a file goes
on.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from lsprotocol import types
from pygls import uris
from pygls.lsp.server import LanguageServer

import whet
from whet.core.context import Progress, ProgressObserver
from whet.core.news import Logged
from whet.server.calls import Calls
from whet.server.diagnostics import FileDiagnostics, Ruler, problem, shown
from whet.server.worker import Answered, Refused, WorkerDefect
from whet.session.findings import Findings
from whet.session.functions import VerifyOptions, prepare
from whet.task.errors import suggestion
from whet.task.records import dataclass
from whet.task.task import C_SUFFIXES

_DEBOUNCE: Final = 0.3
"""Seconds of quiet before a file is verified."""
_OPTIONS: Final = ("check", "config", "machine", "entry", "include", "define", "time_limit", "memory_limit", "strict", "all")
"""What a client may set when it begins."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What the process of a verification answers with."""

    found: Findings
    advice: str | None


def work(argument: tuple[str, Mapping[str, Any]], observer: ProgressObserver) -> Verified:
    """In a process of its own: verify a file."""
    file, given = argument
    options = {name: value for name, value in given.items() if name != "all"}
    options["settings"] = {"execution.allowed": "no"}  # to open a file is no permission to execute it
    with prepare([file], VerifyOptions(**options, observer=observer)) as session:  # type: ignore[typeddict-item]  # prepare looks at them
        found = session.findings() if given.get("all", False) else Findings(session.verify())
    return Verified(found, session.advice(found.result))


@dataclass(slots=True)
class _Document:
    """A file that is open in the editor."""

    version: int | None = None
    """Of the text that was edited last."""
    verified: int | None = None
    """Of the text that ``shown`` is about."""
    shown: FileDiagnostics = field(default_factory=lambda: FileDiagnostics({}))
    run: asyncio.Task[None] | None = None

    @property
    def is_current(self) -> bool:
        return self.verified is not None and self.verified == self.version

    def cancel(self) -> None:
        if self.run is not None:
            self.run.cancel()
            self.run = None


class Editors:
    """What the server does when the editor tells it something."""

    def __init__(self, server: LanguageServer, options: Mapping[str, Any]) -> None:
        self._server = server
        self._options = dict(options)
        self._calls = Calls(at_once=1)
        self._documents: dict[str, _Document] = {}

    def initialize(self, params: types.InitializeParams) -> None:
        """Options of the client go before those of the command line; those that are not known are told."""
        given = params.initialization_options
        for name, value in (given if isinstance(given, Mapping) else {}).items():
            if name in _OPTIONS:
                self._options[name] = value
            else:
                message = f"whet has no option '{name}'{suggestion(name, _OPTIONS)}; it has {', '.join(_OPTIONS)}"
                self._server.window_show_message(types.ShowMessageParams(types.MessageType.Warning, message))

    def changed(self, uri: str, version: int | None) -> None:
        document = self._documents.setdefault(uri, _Document())
        document.version = version
        document.cancel()

    def verify_soon(self, uri: str) -> None:
        file = uris.to_fs_path(uri)
        if file is None or Path(file).suffix not in C_SUFFIXES:
            return
        document = self._documents.setdefault(uri, _Document())
        document.cancel()
        document.run = asyncio.get_running_loop().create_task(self._verify(uri, file, document))

    def close(self, uri: str) -> None:
        document = self._documents.pop(uri, None)
        if document is not None:
            document.cancel()
            self._publish(document, FileDiagnostics({}))

    def close_all(self) -> None:
        for uri in list(self._documents):
            self._documents.pop(uri).cancel()

    async def _verify(self, uri: str, file: str, document: _Document) -> None:
        await asyncio.sleep(_DEBOUNCE)
        version = document.version
        async with _Telling(self._server, Path(file).name) as telling:
            ending = await self._calls.run(work, (file, self._options), telling.hear)
        match ending:
            case Answered(value=Verified(found=found, advice=advice)):
                document.verified = version
                self._publish(document, shown(file, found, advice, Ruler(self._units)))
            case Refused(message=message) | WorkerDefect(message=message):
                self._publish(document, FileDiagnostics({uri: [problem(message)]}))
        self._refresh()

    def _units(self, text: str) -> int:
        units: int = self._server.workspace.position_codec.client_num_units(text)
        return units

    def _publish(self, document: _Document, new: FileDiagnostics) -> None:
        """What was shown in other files goes, too."""
        for uri in {**document.shown.diagnostics, **new.diagnostics}:
            self._server.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(uri, new.diagnostics.get(uri, []), version=None)
            )
        document.shown = new

    def _refresh(self) -> None:
        """Editors ask for hints when they think of it, unless they are told."""
        workspace = self._server.client_capabilities.workspace
        if workspace is not None and workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            self._server.workspace_inlay_hint_refresh(None)

    def hints(self, uri: str, span: types.Range) -> list[types.InlayHint]:
        document = self._documents.get(uri)
        if document is None or not document.is_current:
            return []
        return [each for each in document.shown.hints if span.start.line <= each.position.line <= span.end.line]

    def hover(self, uri: str, line: int) -> types.Hover | None:
        document = self._documents.get(uri)
        texts = document.shown.hovers.get(line + 1) if document is not None and document.is_current else None
        if texts is None:
            return None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "  \n".join(texts)))


class _Telling:
    """Shows in the editor that a verification goes on, if the editor can show that."""

    def __init__(self, server: LanguageServer, name: str) -> None:
        self._server = server
        self._name = name
        self._token: str | None = None

    async def __aenter__(self) -> _Telling:
        window = self._server.client_capabilities.window
        if window is not None and window.work_done_progress:
            token = str(uuid4())
            await self._server.work_done_progress.create_async(token)
            self._server.work_done_progress.begin(token, types.WorkDoneProgressBegin(title=f"whet: {self._name}"))
            self._token = token
        return self

    async def hear(self, news: Progress | Logged) -> None:
        if self._token is not None and isinstance(news, Progress):
            told = types.WorkDoneProgressReport(message=f"{news.phase}, {news.seconds:.0f}s")
            self._server.work_done_progress.report(self._token, told)

    async def __aexit__(self, *error: object) -> None:
        if self._token is not None:
            with suppress(Exception):  # the editor may have gone away
                self._server.work_done_progress.end(self._token, types.WorkDoneProgressEnd())


def make_server(options: Mapping[str, Any]) -> LanguageServer:
    """A server that listens to an editor; ``options`` are those of ``whet.verify`` and ``all``."""
    server = LanguageServer("whet", whet.__version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
    editors = Editors(server, options)

    @server.feature(types.INITIALIZE)
    def _initialize(params: types.InitializeParams) -> None:
        editors.initialize(params)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def _open(params: types.DidOpenTextDocumentParams) -> None:
        editors.changed(params.text_document.uri, params.text_document.version)
        editors.verify_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def _change(params: types.DidChangeTextDocumentParams) -> None:
        editors.changed(params.text_document.uri, params.text_document.version)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def _save(params: types.DidSaveTextDocumentParams) -> None:
        editors.verify_soon(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def _close(params: types.DidCloseTextDocumentParams) -> None:
        editors.close(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def _hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        return editors.hints(params.text_document.uri, params.range)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def _hover(params: types.HoverParams) -> types.Hover | None:
        return editors.hover(params.text_document.uri, params.position.line)

    @server.feature(types.SHUTDOWN)
    async def _shutdown(params: None) -> None:
        editors.close_all()

    return server


def serve(options: Mapping[str, Any]) -> None:
    """Until the editor goes away.  What libraries print does not get between the messages."""
    reader, writer = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    make_server(options).start_io(reader, writer)
