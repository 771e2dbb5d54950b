"""Streams that a body of the library reads from: what comes from stdin is any input, what comes from some others is not.

``stdout`` and ``stderr`` give nothing, unless somebody opened them anew, and to read from no stream at all is undefined.  A body
does not look at its stream, so that a proof is about any input; a run that comes to such a call tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from whet.cfa.library import leads_to_stream
from whet.cfa.model import Function
from whet.cfa.semantics import Value
from whet.trust.outcomes import NotInterpreted
from whet.trust.process import Process

_NOT_READ = ("stdout", "stderr")


def streams_of(function: Function) -> tuple[int, ...]:
    """Which of its parameters are streams."""
    return tuple(number for number, type in enumerate(function.type.parameters) if leads_to_stream(type))


def reading(function: Function, process: Process) -> Callable[..., None]:
    """Raises ``NotInterpreted`` for a stream that gives no input."""
    places = streams_of(function)

    def check(*values: Value) -> None:
        for place in places:
            address = values[place]
            name = process.stream_at(address) if isinstance(address, int) else None
            if address == 0 or name in _NOT_READ:
                raise NotInterpreted(f"reading from {name or 'no stream'}")

    return check


__all__ = ["reading", "streams_of"]
