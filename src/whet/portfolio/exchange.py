"""The mailboxes of processes that run beside each other.

Each member writes to a journal of its own, which all the others can read: a file in memory, made before the first of them begins.
So nobody passes messages on, who begins late finds what was said before, and what a member wrote outlives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pickle import UnpicklingError
from types import TracebackType

from whet.core.mailbox import Message, MessageKind, Published
from whet.runtime.journal import Journal


class SharedMailbox:
    """The mailbox of one member."""

    def __init__(self, name: str, journals: Mapping[str, Journal]) -> None:
        self._name = name
        self._own = journals[name]
        self._others = {other: journal for other, journal in journals.items() if other != name}
        self._positions = dict.fromkeys(self._others, 0)
        self._unread: list[Message] = []

    def publish(self, kind: MessageKind, data: Published, /) -> None:
        self._own.write(Message(self._name, kind, data))

    def read(self, *kinds: MessageKind) -> list[Message]:
        messages = [*self._unread, *(message for name in self._others for message in self._from(name))]
        self._unread = [message for message in messages if kinds and message.kind not in kinds]
        return [message for message in messages if not kinds or message.kind in kinds]

    def _from(self, name: str) -> list[Message]:
        try:
            entries, self._positions[name] = self._others[name].entries_from(self._positions[name])
        except (UnpicklingError, EOFError, ValueError):  # its end was read while it was being written: next time
            return []
        return [entry for entry in entries if isinstance(entry, Message)]


class Exchange:
    """The journals of all members, until the end of the ``with`` block."""

    def __init__(self, names: Iterable[str]) -> None:
        self._journals = {name: Journal() for name in names}

    def mailbox(self, name: str) -> SharedMailbox:
        return SharedMailbox(name, self._journals)

    def __enter__(self) -> Exchange:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        with ExitStack() as stack:
            for journal in self._journals.values():
                stack.enter_context(journal)
