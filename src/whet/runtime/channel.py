"""Small messages from a child process to its parent while both run.

A message is a line of JSON.  Neither side ever waits: what does not fit into the pipe is lost, so this is for news that
the next message makes old, never for results.
"""

from __future__ import annotations

import json
import os
import select
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType


class Channel:
    """Made before the fork; the child sends, the parent receives."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)
        os.set_blocking(self._writer, False)
        self._rest = b""

    def send(self, message: Mapping[str, object]) -> None:
        """Longer messages than the kernel writes in one piece are dropped: half a line would garble the next."""
        line = json.dumps(message).encode() + b"\n"
        if len(line) <= select.PIPE_BUF:
            with suppress(BlockingIOError, BrokenPipeError):
                os.write(self._writer, line)

    def receive(self) -> list[dict[str, object]]:
        """What has arrived since the last call; a line that cannot be read is left out."""
        with suppress(BlockingIOError):
            while chunk := os.read(self._reader, 1 << 16):
                self._rest += chunk
        *lines, self._rest = self._rest.split(b"\n")
        messages = []
        for line in lines:
            with suppress(ValueError):
                messages.append(json.loads(line))
        return [message for message in messages if isinstance(message, dict)]

    def __enter__(self) -> Channel:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        os.close(self._reader)
        os.close(self._writer)
