"""Runs and results to put into a ledger."""

from __future__ import annotations

from collections.abc import Iterator

from whet.campaign.records import BenchTask, Run, RunLimits, RunResult, RunStatus, ToolAnswer, ToolConfiguration
from whet.runtime.limits import Usage

LIMITS = RunLimits(cpu_seconds=900.0, wall_seconds=1000.0, memory_bytes=15 << 30)
PLAIN = ToolConfiguration(name="plain")
SHARP = ToolConfiguration(name="sharp", options=("--refine", "a b"))


def task(number: int, *, expected: bool | None = True, category: str = "loops", property_file: str | None = None) -> BenchTask:
    return BenchTask(
        name=f"set/{category}/program-{number}",
        category=category,
        file=f"/programs/{category}/program-{number}.c",
        property_file=property_file,
        expected=expected,
        lines=number,
        digest=f"digest-{number}",
    )


def runs(count: int, *configurations: ToolConfiguration, limits: RunLimits = LIMITS) -> Iterator[Run]:
    """``count`` tasks under each configuration."""
    for configuration in configurations or (PLAIN,):
        for number in range(count):
            yield Run(task=task(number), configuration=configuration, limits=limits)


def result_of(
    run: Run, status: RunStatus = RunStatus.TRUE, *, word: str = "", cpu_seconds: float = 1.5, output: str = ""
) -> RunResult:
    return RunResult(
        key=run.key,
        answer=ToolAnswer(status=status, word=word or status.name, statistics={"states": 7, "time": 0.25, "solver": "none"}),
        use=Usage(cpu_seconds=cpu_seconds, wall_seconds=2.5, memory_bytes=1 << 20),
        tool_version="0.1.0",
        node="here",
        started=1.7e9,
        output=output,
    )
