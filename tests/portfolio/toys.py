"""Algorithms that do one thing each, as members of portfolios; they are found as if another package brought them."""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections.abc import Sequence
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from whet.core.algorithm import Problem
from whet.core.configuration import load_configuration
from whet.core.context import Context, Level
from whet.core.evidence import Invariant, Proof, Spot
from whet.core.mailbox import Message, MessageKind
from whet.core.registry import register_algorithm
from whet.core.result import FalseVerdict, Reason, Result, TrueVerdict, Unknown
from whet.task import registry
from whet.task.configuration import Configuration
from whet.task.precision_file import Entry

INVARIANT = Invariant(function="main", node=3, spot=Spot.LOOP_HEAD, place=None, text="x == 1", tree=("==", ("var", "x"), 1))
MEGABYTE = 1 << 20


@register_algorithm("toy_true")
class SaysTrue:
    def run(self, problem: Problem, context: Context, /) -> Result:
        context.statistics.set("toys", 7)
        return Result(TrueVerdict(), evidence=Proof((INVARIANT,)), precision=(Entry("value", "x"),))


@register_algorithm("toy_false")
class SaysFalse:
    def run(self, problem: Problem, context: Context, /) -> Result:
        return Result(FalseVerdict(property="unreach-call", violation="reach_error() is called"))


@register_algorithm("toy_unknown")
class GivesUp:
    def run(self, problem: Problem, context: Context, /) -> Result:
        context.log(Level.WARNING, "nothing can be done")
        return Result(Unknown(Reason.BOUND, "a loop is too long"))


@register_algorithm("toy_crash")
class Crashes:
    def run(self, problem: Problem, context: Context, /) -> Result:
        faulthandler.disable()
        os.kill(os.getpid(), signal.SIGSEGV)
        raise AssertionError


@register_algorithm("toy_raise")
class Raises:
    def run(self, problem: Problem, context: Context, /) -> Result:
        raise RuntimeError("a toy is broken")


@register_algorithm("toy_spin")
class Spins:
    def run(self, problem: Problem, context: Context, /) -> Result:
        context.progress("spinning")
        while True:
            pass


@register_algorithm("toy_whirl")
class Whirls(Spins):
    pass


@register_algorithm("toy_turn")
class Turns(Spins):
    pass


@register_algorithm("toy_sleep")
class Sleeps:
    def run(self, problem: Problem, context: Context, /) -> Result:
        context.progress("sleeping")
        time.sleep(60)
        raise AssertionError


@register_algorithm("toy_eat")
class Eats:
    def run(self, problem: Problem, context: Context, /) -> Result:
        eaten = []
        while True:
            eaten.append(b"x" * MEGABYTE)


@register_algorithm("toy_late")
class TrueAfterWork:
    """Needs 0.4 seconds of CPU time."""

    def run(self, problem: Problem, context: Context, /) -> Result:
        while time.process_time() < 0.4:
            pass
        return Result(TrueVerdict())


@register_algorithm("toy_publish")
class Publishes:
    def run(self, problem: Problem, context: Context, /) -> Result:
        context.mailbox.publish(MessageKind.INVARIANTS, Proof((INVARIANT,)))
        context.mailbox.publish(MessageKind.PRECISION, (Entry("value", "x"),))
        assert context.mailbox.read() == [], "nobody hears its own messages"
        return Result(Unknown(Reason.INCOMPLETE, "invariants only"))


@register_algorithm("toy_read")
class ProvesWithInvariants:
    """TRUE as soon as somebody published invariants."""

    def run(self, problem: Problem, context: Context, /) -> Result:
        heard: list[Message] = []
        while not heard:
            heard = context.mailbox.read()
            time.sleep(0.01)
        messages = [*heard, *context.mailbox.read()]
        proof = messages[0].data
        assert isinstance(proof, Proof)
        context.statistics.set("messages", len(messages))
        return Result(TrueVerdict(), evidence=proof)


_TOYS = (
    SaysTrue,
    SaysFalse,
    GivesUp,
    Crashes,
    Raises,
    Spins,
    Whirls,
    Turns,
    Sleeps,
    Eats,
    TrueAfterWork,
    Publishes,
    ProvesWithInvariants,
)


def install_toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend that a package with these algorithms is there."""
    names = {toy.name: toy.__name__ for toy in _TOYS}  # type: ignore[union-attr]  # given by the decorator

    def entries(group: str, wanted: str | None = None) -> list[EntryPoint]:
        found = names if group == "whet.algorithms" else {}
        return [EntryPoint(name, f"{__name__}:{found[name]}", group) for name in found if wanted in (None, name)]

    monkeypatch.setattr(registry, "_entry_points", entries)


def portfolio_of(
    toys: Sequence[str], folder: Path, *, algorithm: str = "race", options: Sequence[str] = (), overrides: Sequence[str] = ()
) -> Configuration:
    """A portfolio of toys, each in a file of its own beside the portfolio's; ``options`` are lines of its section."""
    for toy in toys:
        (folder / f"{toy}.toml").write_text(f'algorithm = "toy_{toy}"\n')
    members = ", ".join(f'"{toy}.toml"' for toy in toys)
    file = folder / "portfolio.toml"
    file.write_text("\n".join([f'algorithm = "{algorithm}"', f"portfolio = [{members}]", f"[{algorithm}]", *options, ""]))
    return load_configuration(str(file), overrides)
