"""Results that nobody measured, for tests of tables, plots and pages."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from whet.campaign.records import BenchTask, Run, RunLimits, RunResult, RunStatus, ToolAnswer, ToolConfiguration
from whet.campaign.tables import Measured
from whet.runtime.limits import Usage

LIMITS = RunLimits(cpu_seconds=15, wall_seconds=90, memory_bytes=2 * 10**9)
WORDS = {
    RunStatus.TRUE: "TRUE",
    RunStatus.FALSE: "FALSE(unreach-call)",
    RunStatus.UNKNOWN: "UNKNOWN(recursion)",
    RunStatus.TIME_OUT: "UNKNOWN(time-out)",
    RunStatus.OUT_OF_MEMORY: "UNKNOWN(out of memory)",
    RunStatus.ERROR: "ERROR(parsing failed)",
}
SETS = {"loops": "ReachSafety-Loops", "loop-lit": "ReachSafety-Loops", "locks": "ReachSafety-ControlFlow", "mine": ""}


def task(name: str, *, category: str = "loops", expected: bool | None = True, lines: int = 10) -> BenchTask:
    return BenchTask(
        name=name,
        category=category,
        file=f"/bench/{name}.c",
        expected=expected,
        lines=lines,
        digest=name,
        svcomp_set=SETS.get(category, ""),
    )


def measured(
    of: BenchTask,
    status: RunStatus,
    cpu: float = 1.0,
    *,
    configuration: str = "value",
    word: str | None = None,
    limits: RunLimits = LIMITS,
    output: str = "",
) -> Measured:
    run = Run(task=of, configuration=ToolConfiguration(name=configuration, options=("--config", configuration)), limits=limits)
    result = RunResult(
        key=run.key,
        answer=ToolAnswer(status=status, word=WORDS[status] if word is None else word, statistics={"states": int(cpu * 100)}),
        use=Usage(cpu_seconds=cpu, wall_seconds=cpu * 1.25, memory_bytes=10**8),
        tool_version="whet 0.1.0",
        node="here",
        started=1_790_000_000.0,
        output=output,
    )
    return Measured(run, result)


def campaign(configurations: Sequence[str] = ("value", "predicate"), count: int = 24) -> list[Measured]:
    """The same every time: mostly right answers, some time-outs and a few wrong ones."""
    chance = random.Random(7)
    rows = []
    for number in range(count):
        category = ("loops", "loop-lit", "locks")[number % 3]
        of = task(f"{category}/t{number:02}", category=category, expected=number % 4 != 1, lines=number * 7)
        for configuration in configurations:
            right = RunStatus.TRUE if of.expected else RunStatus.FALSE
            wrong = RunStatus.FALSE if of.expected else RunStatus.TRUE
            status = chance.choices([right, RunStatus.TIME_OUT, RunStatus.UNKNOWN, wrong], weights=[14, 4, 2, 1])[0]
            cpu = 15.2 if status is RunStatus.TIME_OUT else round(10 ** chance.uniform(-1, 1.1), 2)
            rows.append(measured(of, status, cpu, configuration=configuration))
    return rows


@st.composite
def campaigns(draw: st.DrawFn, configurations: Sequence[str] = ("a", "b")) -> list[Measured]:
    """Any answers to any tasks; not every task was run by every configuration."""
    rows = []
    for number in range(draw(st.integers(1, 12))):
        category = draw(st.sampled_from(sorted(SETS)))
        of = task(f"t{number}", category=category, expected=draw(st.sampled_from([True, False, None])))
        for configuration in configurations:
            if number == 0 or draw(st.booleans()):
                status = draw(st.sampled_from(list(RunStatus)))
                rows.append(measured(of, status, draw(st.floats(0, 20)), configuration=configuration))
    return rows
