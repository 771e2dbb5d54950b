"""Messages from a child process while it runs."""

from __future__ import annotations

import time

from whet.runtime.channel import Channel
from whet.runtime.isolation import Finished, run_isolated
from whet.runtime.limits import Usage


def test_messages_arrive_while_the_work_runs() -> None:
    received: list[dict[str, object]] = []
    seen: list[Usage] = []
    with Channel() as channel:

        def work() -> int:
            channel.send({"n": 1})
            time.sleep(0.4)
            return len(received)

        def watch(usage: Usage) -> None:
            seen.append(usage)
            received.extend(channel.receive())

        assert run_isolated(work, watcher=watch) == Finished(0)
    assert received == [{"n": 1}]
    assert seen[-1].wall_seconds > 0.2
    assert seen[-1].memory_bytes > 0


def test_sender_never_waits_and_no_message_is_garbled() -> None:
    with Channel() as channel:
        for number in range(100_000):
            channel.send({"n": number})
        received = channel.receive()
        assert 0 < len(received) < 100_000
        assert received == [{"n": number} for number in range(len(received))]


def test_message_that_is_too_long_is_dropped() -> None:
    with Channel() as channel:
        channel.send({"text": "x" * 100_000})
        channel.send({"text": "short"})
        assert channel.receive() == [{"text": "short"}]
