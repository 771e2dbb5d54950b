"""CPAchecker and CBMC as tools of a campaign, called and read the way the verification competitions do it.

Their executables are looked for on the PATH.  What is read:

- CPAchecker: the line ``Verification result: ...``, unless the output also tells of an exception or an error; and from its
  statistics the lines ``Name:   number (detail)``.
- CBMC: the last line of the competition's archive (``TRUE``, ``FALSE(...)``, ``UNKNOWN``), or the ``VERIFICATION ...`` line of
  the program itself.  Unwinding loops only so far proves nothing: the latter is ``unknown`` unless unwinding assertions
  were checked too, and a failed unwinding assertion alone is no violation.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping

from whet.campaign.adapting import answer_to, error, located, machine_option, printed_by
from whet.campaign.records import Number, Run, RunStatus, ToolAnswer, ToolExecution
from whet.campaign.runner import ToolCommand


class CpaChecker:
    name = "cpachecker"
    grace_seconds = 10.0
    """The virtual machine takes its time to end."""

    def version(self) -> str:
        executable = located("cpachecker", "cpa.sh")
        lines = printed_by(executable, f"{_dashes(executable)}help").splitlines()
        line = next((line for line in lines if line.startswith("CPAchecker")), "")
        return line.removeprefix("CPAchecker").partition("(")[0].strip()

    def command(self, run: Run, /) -> ToolCommand:
        executable = located("cpachecker", "cpa.sh")
        dashes = _dashes(executable)
        spec = [] if run.task.property_file is None else [f"{dashes}spec", run.task.property_file]
        quiet = "--no-output-files" if dashes == "--" else "-noout"  # the table wants none, and they go where it was started
        limit = f"{math.ceil(run.limits.cpu_seconds)}s"
        machine = dashes + machine_option(run).removeprefix("--")
        fixed = [quiet, f"{dashes}stats", f"{dashes}timelimit", limit, *spec, machine]
        return ToolCommand((executable, *run.configuration.options, *fixed, run.task.file))

    def read(self, execution: ToolExecution, run: Run, /) -> ToolAnswer:
        lines = [*execution.stdout.splitlines(), *execution.stderr.splitlines()]
        return answer_to(execution, lambda code: _cpachecker_answer(lines, code), statistics=_numbers(execution.stdout))


def _dashes(executable: str) -> str:
    """Older versions, started by cpa.sh, know only options with one."""
    return "-" if os.path.basename(executable) == "cpa.sh" else "--"


_RESULT = "Verification result: "
_VIOLATION = re.compile(r"Property violation \(([\w-]+)(?::.*)?\)")
_LACK_OF_MEMORY = (
    "java.lang.OutOfMemoryError",
    "std::bad_alloc",
    "Cannot allocate memory",
    "Native memory allocation (malloc) failed to allocate",
    "insufficient memory for the Java Runtime Environment",
)
_FAILURES = {
    "SIGSEGV": "segmentation fault",
    "java.lang.AssertionError": "assertion",
    "Exception:": "exception",
    "Exception in thread": "exception",
    "Could not reserve enough space for object heap": "java heap",
}
_CAUSES = {
    "Parsing failed": "parsing failed",
    "recursion": "recursion",
    "threads": "threads",
    "Interpolation failed": "interpolation failed",
}
_OWN_TIME_OUT = "The CPU-time limit of"


def _cpachecker_answer(lines: list[str], code: int) -> ToolAnswer:
    if any(sign in line for line in lines for sign in _LACK_OF_MEMORY):
        return ToolAnswer(status=RunStatus.OUT_OF_MEMORY, word="OUT OF MEMORY")
    failure = next((what for line in lines for sign, what in _FAILURES.items() if sign in line), None)
    complaint = next((line for line in lines if line.startswith("Error: ")), None)
    if failure is not None or complaint is not None:
        return error(failure or next((what for sign, what in _CAUSES.items() if sign in (complaint or "")), "error"))
    results = [line.removeprefix(_RESULT).strip() for line in lines if line.startswith(_RESULT)]
    if len(set(results)) != 1:
        return error(f"{'no' if not results else 'more than one'} result, exit code {code}")
    return _cpachecker_verdict(results[0], is_late=any(_OWN_TIME_OUT in line for line in lines))


def _cpachecker_verdict(result: str, *, is_late: bool) -> ToolAnswer:
    if result.startswith("TRUE"):
        return ToolAnswer(status=RunStatus.TRUE, word="TRUE")
    if result.startswith("FALSE"):
        violated = _VIOLATION.search(result)
        return ToolAnswer(status=RunStatus.FALSE, word="FALSE" if violated is None else f"FALSE({violated[1]})")
    if not result.startswith("UNKNOWN"):
        return error(f"result {result}")
    return ToolAnswer(
        status=RunStatus.TIME_OUT if is_late else RunStatus.UNKNOWN, word="UNKNOWN(time-out)" if is_late else "UNKNOWN"
    )


_STATISTIC = re.compile(r"\s*([A-Z][^:]*?):\s+(-?\d{1,40}(?:\.\d+)?)(?:s|MB|%)?(?:\s*\(.*)?")


def _numbers(text: str) -> Mapping[str, Number]:
    """Of several statistics with one name the first counts."""
    found: dict[str, Number] = {}
    for line in text.splitlines():
        if match := _STATISTIC.fullmatch(line):
            found.setdefault(match[1], float(match[2]) if "." in match[2] else int(match[2]))
    return found


class Cbmc:
    name = "cbmc"
    grace_seconds = 0.0

    def version(self) -> str:
        return printed_by(located("cbmc"), "--version").strip()

    def command(self, run: Run, /) -> ToolCommand:
        property_file = run.task.property_file
        spec = [] if property_file is None else ["--propertyfile", property_file]
        return ToolCommand((located("cbmc"), *run.configuration.options, *spec, machine_option(run), run.task.file))

    def read(self, execution: ToolExecution, run: Run, /) -> ToolAnswer:
        lines = [line.strip() for line in execution.stdout.splitlines() if line.strip()]
        has_assertions = "--unwinding-assertions" in run.configuration.options
        return answer_to(execution, lambda code: _cbmc_answer(lines, code, has_unwinding_assertions=has_assertions))


def _cbmc_answer(lines: list[str], code: int, *, has_unwinding_assertions: bool) -> ToolAnswer:
    last = lines[-1] if lines else ""
    if code == 0 and last == "TRUE":
        return ToolAnswer(status=RunStatus.TRUE, word="TRUE")
    if code == 10 and re.fullmatch(r"FALSE(\([\w-]+\))?", last):
        return ToolAnswer(status=RunStatus.FALSE, word=last)
    if last == "UNKNOWN":
        return ToolAnswer(status=RunStatus.UNKNOWN, word="UNKNOWN")
    if code == 0 and "VERIFICATION SUCCESSFUL" in lines:
        is_complete = has_unwinding_assertions or any("unwinding assertion" in line for line in lines)
        return ToolAnswer(status=RunStatus.TRUE, word="TRUE") if is_complete else _bounded()
    if code == 10 and "VERIFICATION FAILED" in lines:
        return _cbmc_failure([line for line in lines if line.endswith(": FAILURE")])
    if code == 6 and any("ut of memory" in line for line in lines):
        return ToolAnswer(status=RunStatus.OUT_OF_MEMORY, word="OUT OF MEMORY")
    return error(f"no verdict, exit code {code}")


def _cbmc_failure(failures: list[str]) -> ToolAnswer:
    if failures and all("unwinding assertion" in line for line in failures):
        return _bounded()
    return ToolAnswer(status=RunStatus.FALSE, word="FALSE")


def _bounded() -> ToolAnswer:
    return ToolAnswer(status=RunStatus.UNKNOWN, word="UNKNOWN(bound)")
