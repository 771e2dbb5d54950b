"""From what became of the child process to a result: a crash, a hang and an allocation without end each have their own word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from whet.core.context import Progress, ProgressObserver
from whet.core.news import Logged, heard
from whet.core.result import Defect, Number, Reason, Result, Unknown
from whet.runtime.channel import Channel
from whet.runtime.isolation import CpuTimeOut, Crashed, Failed, Finished, Outcome, OutOfMemory, WallTimeOut
from whet.runtime.limits import Limits, Usage
from whet.task.errors import TaskError
from whet.task.messages.unknown import ELAPSED, MEMORY, TIME
from whet.task.quantities import show_duration, show_size

_NEWS_INTERVAL = 0.2
"""Seconds between two calls of an observer when there is no news but the time."""


class Watch:
    """Passes on what the child tells, with what it uses; remembers the last of both for a run that is ended."""

    def __init__(self, channel: Channel, observer: ProgressObserver) -> None:
        self._channel = channel
        self._observer = observer
        self._next_news = 0.0
        self.last = Progress("starting", {})
        self.usage = Usage(wall_seconds=0.0, cpu_seconds=0.0, memory_bytes=0)
        self.peak_bytes = 0

    def __call__(self, usage: Usage) -> None:
        self.usage = usage
        self.peak_bytes = max(self.peak_bytes, usage.memory_bytes)
        self.receive()
        if usage.wall_seconds >= self._next_news:
            self._next_news = usage.wall_seconds + _NEWS_INTERVAL
            self._observer.progress(replace(self.last, seconds=usage.wall_seconds, memory_bytes=usage.memory_bytes))

    def receive(self) -> None:
        for news in heard(self._channel):
            match news:
                case Progress():
                    self.last = news
                case Logged(level=level, text=text):
                    self._observer.log(level, text)

    def statistics(self) -> Mapping[str, Number | str]:
        """What is known of a run that could not tell itself."""
        usage = {"cpu_seconds": self.usage.cpu_seconds, "wall_seconds": round(self.usage.wall_seconds, 3)}
        return {"phase": self.last.phase, **self.last.numbers, **usage, "memory_bytes": self.peak_bytes}


def result_of(outcome: Outcome[Result | TaskError], limits: Limits, watch: Watch) -> Result:
    """Raises the mistake that the child returned."""
    match outcome:
        case Finished(value=value):
            if isinstance(value, TaskError):
                raise value
            return value
        case CpuTimeOut():
            verdict = _ended(Reason.TIME_OUT, TIME.replace("{time}", show_duration(round(limits.cpu_seconds or 0, 2))), watch)
        case WallTimeOut():
            verdict = _ended(Reason.TIME_OUT, ELAPSED.replace("{time}", show_duration(round(limits.wall_seconds or 0, 2))), watch)
        case OutOfMemory():
            amount = "memory" if limits.memory_bytes is None else f"{show_size(limits.memory_bytes)} of memory"
            verdict = _ended(Reason.OUT_OF_MEMORY, MEMORY.replace("{amount}", amount), watch)
        case Crashed() as crash:
            return Result(Defect(f"crash: {crash.name}", f"{crash} while {watch.last.phase}"), (), watch.statistics())
        case Failed(message=message, traceback=trace):
            return Result(Defect("internal", message, trace), (), watch.statistics())
    return Result(verdict, (), watch.statistics())


def _ended(reason: Reason, what: str, watch: Watch) -> Unknown:
    return Unknown(reason, what.format(phase=watch.last.phase))
