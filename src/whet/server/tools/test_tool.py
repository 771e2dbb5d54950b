"""The tool ``test``: inputs that cover a program."""

from __future__ import annotations

from collections.abc import Iterator

from whet.algorithms.testing import Branch, GeneratedTest
from whet.core.concrete import AskedInput
from whet.core.context import ProgressObserver
from whet.core.result import Defect, InvalidProgram, Result, Unknown
from whet.harness.run_harness import input_text
from whet.server.answers import Listening, few, notes_text, result_document, summary, with_notes
from whet.server.tool import FILE, READING, Answer, ServerTool, ToolCall, ToolParameter
from whet.session.functions import generate_tests
from whet.session.test_search import FoundTests
from whet.task.coverage_goals import GOAL_NAMES

__test__ = False  # for pytest


def work(call: ToolCall, observer: ProgressObserver) -> Answer:
    options, listening = dict(call.options), Listening(observer, call)
    file = options.pop("file")
    call.roots.check_headers([file], options.get("include", ()))
    match generate_tests(file, **{**options, "observer": listening}):
        case FoundTests() as found:
            text = "\n".join([*_lines(found), *notes_text(listening.notes)])
            return Answer(text, with_notes(_document(found), listening.notes))
        case InvalidProgram() | Unknown() | Defect() as problem:
            result = Result(problem)
            return Answer("\n".join(summary(result)), result_document(result), is_mistake=True)


def _lines(found: FoundTests) -> Iterator[str]:
    yield f"{len(found.tests)} tests; {found.end.value}; {len(_taken(found))} of {len(found.branches)} branches taken"
    for number, test in enumerate(few(found.tests), 1):
        yield f"Test {number}: {', '.join(map(_input, few(test.inputs))) or 'no inputs'}; {test.ending}"


def _input(asked: AskedInput) -> str:
    return f"{asked.function}() = {input_text(asked)}"


def _taken(found: FoundTests) -> frozenset[int]:
    return frozenset[int]().union(*(test.branches for test in found.tests))


def _document(found: FoundTests) -> dict[str, object]:
    taken = _taken(found)
    left = [f"line {each.line}: {each.condition} is {str(each.truth).lower()}" for each in _not_taken(found, taken)]
    return {
        "tests": [_test(test) for test in few(found.tests)],
        "end": found.end.value,
        "branches": len(found.branches),
        "branches_taken": len(taken),
        "branches_not_taken": few(left),
    }


def _not_taken(found: FoundTests, taken: frozenset[int]) -> list[Branch]:
    return [branch for number, branch in enumerate(found.branches) if number not in taken]


def _test(test: GeneratedTest) -> dict[str, object]:
    inputs = [{"function": each.function, "type": str(each.type), "value": input_text(each)} for each in few(test.inputs)]
    error = None if test.error is None else f"{test.error.place}: {test.error.what}"
    return {"inputs": inputs, "ending": test.ending, "error": error}


TOOL = ServerTool(
    name="test",
    title="Generate tests",
    description=(
        "Inputs that cover the branches of a C program, or that make it call reach_error, found by chance, bounded "
        "model checking and symbolic execution. Answers with the values for each call of __VERIFIER_nondet_*, how the "
        "program ends on them, and which branches no test takes. The program is interpreted and not executed."
    ),
    parameters={
        "file": FILE,
        "goal": ToolParameter(schema={"type": "string", "enum": [*GOAL_NAMES], "description": f"(default: {GOAL_NAMES[0]})"}),
        **{name: each for name, each in READING.items() if name != "entry"},
    },
    required=("file",),
    work=work,
    seconds=20.0,
)
