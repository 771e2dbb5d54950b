"""What members of a portfolio tell each other."""

from __future__ import annotations

import os
import signal

from tests.portfolio.toys import INVARIANT
from whet.core.context import Context
from whet.core.evidence import Proof
from whet.core.mailbox import Message, MessageKind, RunInputs
from whet.portfolio.contest import Exchange
from whet.runtime.isolation import Crashed, Finished, run_isolated
from whet.task.precision_file import Entry

PROOF = Proof((INVARIANT,))
ENTRIES = (Entry("value", "x"),)


def test_run_that_is_alone_has_a_mailbox_without_messages() -> None:
    mailbox = Context().mailbox
    mailbox.publish(MessageKind.INVARIANTS, PROOF)
    assert mailbox.read() == []


def test_message_is_read_once_and_not_by_its_sender() -> None:
    with Exchange(["a", "b", "c"]) as exchange:
        sender, reader, late = map(exchange.mailbox, "abc")
        sender.publish(MessageKind.INVARIANTS, PROOF)
        assert reader.read() == [Message("a", MessageKind.INVARIANTS, PROOF)]
        assert reader.read() == []
        sender.publish(MessageKind.PRECISION, ENTRIES)
        assert reader.read() == [Message("a", MessageKind.PRECISION, ENTRIES)]
        assert [message.kind for message in late.read()] == [MessageKind.INVARIANTS, MessageKind.PRECISION]
        assert sender.read() == []


def test_message_crosses_processes_and_outlives_its_sender() -> None:
    def publish_and_die() -> None:
        sender.publish(MessageKind.INVARIANTS, PROOF)
        os.kill(os.getpid(), signal.SIGKILL)

    with Exchange(["a", "b"]) as exchange:
        sender, reader = map(exchange.mailbox, "ab")
        assert run_isolated(publish_and_die) == Crashed(signal.SIGKILL)
        assert run_isolated(reader.read) == Finished([Message("a", MessageKind.INVARIANTS, PROOF)])


def test_end_that_is_not_right_yet_is_read_later() -> None:
    with Exchange(["a", "b"]) as exchange:
        sender, reader = map(exchange.mailbox, "ab")
        sender.publish(MessageKind.PRECISION, ENTRIES)
        journal = sender._own
        end = journal._end
        journal._put(end + 100, 8)
        assert reader.read() == []
        journal._put(end, 8)
        assert len(reader.read()) == 1


def test_messages_of_another_kind_wait() -> None:
    with Exchange(["a", "b"]) as exchange:
        sender, reader = exchange.mailbox("a"), exchange.mailbox("b")
        sender.publish(MessageKind.INVARIANTS, PROOF)
        sender.publish(MessageKind.INPUTS, RunInputs((1, 2.5)))
        assert reader.read(MessageKind.INPUTS) == [Message("a", MessageKind.INPUTS, RunInputs((1, 2.5)))]
        assert reader.read(MessageKind.INPUTS) == []
        assert reader.read(MessageKind.INVARIANTS) == [Message("a", MessageKind.INVARIANTS, PROOF)]
