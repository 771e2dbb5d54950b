"""The MCP server: tools for agents over stdin and stdout, with the package ``mcp`` (``whet[mcp]``).

A call is checked here (``server.tool``), done in a process of its own (``server.calls``) and told by progress notifications while
it goes on.  A client that cancels a call, or goes away, ends its process.  What a client does wrong is an answer with a text,
marked as an error, so that an agent can read and mend it.

Roots are those of ``--root``; without them those that the client names, by either way that the protocol has for it.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

import whet
from whet.core.context import Progress
from whet.core.news import Logged
from whet.server.calls import Calls
from whet.server.roots import Roots
from whet.server.tool import Answer, Bounds, ServerTool, Tools
from whet.server.worker import Answered, Refused, WorkerDefect
from whet.task.errors import TaskError
from whet.task.quantities import show_size
from whet.task.records import dataclass

if TYPE_CHECKING:
    from mcp.server.context import ServerRequestContext

    Context = ServerRequestContext[dict[str, Any], Any]

_ROOTS = "roots"
"""The key of the question for roots, where questions are part of an answer."""
_INSTRUCTIONS = (
    "Whet proves C programs correct or finds inputs on which they fail. Paths must be below the roots of this server. "
    "TRUE and FALSE can be relied upon within the assumptions that are told; UNKNOWN says nothing about the program."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """How a server was started."""

    roots: Roots | None
    """None: those of the client."""
    bounds: Bounds
    at_once: int = 2
    """Calls that go on at the same time; others wait."""


def serve(serving: Serving) -> None:
    """Until the client goes away."""
    asyncio.run(_serve(serving))


async def _serve(serving: Serving) -> None:
    handlers = _Handlers(serving)
    server: Server[dict[str, Any]] = Server(
        "whet",
        version=whet.__version__,
        title="Whet",
        instructions=_INSTRUCTIONS,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
    )
    async with stdio_server() as (reader, writer):
        await server.run(reader, writer, server.create_initialization_options())
    await handlers.calls.close()


class _Handlers:
    """What the server does when it is asked."""

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self._tools = Tools.found()
        self.calls = Calls(serving.at_once)

    async def list_tools(self, context: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in self._tools.by_name.values()])

    async def call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        try:
            tool = self._tools.named(params.name)
            roots = self._serving.roots or await _roots_of_client(context, params)
            if isinstance(roots, types.InputRequiredResult):
                return roots
            call = tool.checked(params.arguments or {}, roots, self._serving.bounds)
        except TaskError as mistake:
            return _mistake(str(mistake))
        match await self.calls.run(tool.work, call, _Teller(context).hear):
            case Answered(value=answer):
                return _answer(answer)
            case Refused(message=message):
                return _mistake(message)
            case WorkerDefect(message=message):
                return _mistake(f"internal error of Whet: {message}")


@dataclass(frozen=True, slots=True)
class _Teller:
    """Tells a client how its call goes on."""

    context: Context

    async def hear(self, news: Progress | Logged) -> None:
        if isinstance(news, Progress):
            numbers = ", ".join(f"{value:g} {name.replace('_', ' ')}" for name, value in news.numbers.items())
            used = f"{news.seconds:.1f}s, {show_size(news.memory_bytes)}"
            message = f"{news.phase}: {numbers}, {used}" if numbers else f"{news.phase}: {used}"
            await self.context.session.report_progress(news.seconds, message=message)


def _described(tool: ServerTool) -> types.Tool:
    hints = types.ToolAnnotations(title=tool.title, read_only_hint=True, open_world_hint=False)
    return types.Tool(
        name=tool.name, title=tool.title, description=tool.description, input_schema=tool.schema(), annotations=hints
    )


def _answer(answer: Answer) -> types.CallToolResult:
    document = json.loads(json.dumps(answer.document, default=str))
    content: list[types.ContentBlock] = [types.TextContent(type="text", text=answer.text)]
    return types.CallToolResult(content=content, structured_content=document, is_error=answer.is_mistake)


def _mistake(message: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(type="text", text=message)], is_error=True)


async def _roots_of_client(context: Context, params: types.CallToolRequestParams) -> Roots | types.InputRequiredResult:
    """Older versions of the protocol ask the client; newer ones answer with the question, and the call comes again."""
    capabilities = context.session.client_capabilities
    if capabilities is None or capabilities.roots is None:
        return Roots(())
    answered = (params.input_responses or {}).get(_ROOTS)
    if isinstance(answered, types.ListRootsResult):
        return _roots_in(answered)
    if not context.session.can_send_request:
        return types.InputRequiredResult(input_requests={_ROOTS: types.ListRootsRequest()})
    try:
        return _roots_in(await context.session.send_request(types.ListRootsRequest(), types.ListRootsResult))
    except MCPError:
        return Roots(())


def _roots_in(result: types.ListRootsResult) -> Roots:
    return Roots.of_uris(str(root.uri) for root in result.roots)
