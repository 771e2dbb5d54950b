"""The run to a violation as visits of lines: what is told of each, and what is told once for all rounds of a loop."""

from __future__ import annotations

from whet.cfa.source import Place
from whet.cli.folding import Rounds, UnknownOperations, Visit, folded, visits_of
from whet.core.evidence import Assigned, Branched, Called, Counterexample, EvidenceStep, Omitted, Received, Returned


def at(line: int) -> Place:
    return Place("p.c", line, 1)


def branched(line: int, condition: str = "i < n", *, truth: bool = True, **values: int) -> Branched:
    return Branched(function="main", place=at(line), condition=condition, truth=truth, values=tuple(values.items()))


def received(line: int, value: int, source: str = "input()") -> Received:
    return Received(function="main", place=at(line), source=source, value=value)


def assigned(line: int, target: str, after: int) -> Assigned:
    return Assigned(function="main", place=at(line), target=target, before=None, after=after)


def notes(*steps: EvidenceStep) -> list[str]:
    return [each.note for each in visits_of(Counterexample(steps)) if isinstance(each, Visit)]


def test_what_happens_at_a_line_is_one_visit() -> None:
    first = branched(2, "a > 0", a=1)
    second = branched(2, "(unsigned int)b < 7U", truth=False, b=9)
    assert notes(first, second) == ["a > 0 is true, b < 7 is false (a = 1, b = 9)"]


def test_comparison_that_is_alone_is_not_repeated_but_a_name_is() -> None:
    assert notes(branched(2, "i < n", i=3, n=4), branched(3, "p", truth=False)) == ["true (i = 3, n = 4)", "p is false"]
    assert notes(branched(2, "ok", truth=False, ok=0)) == ["ok = 0"]  # the line may say !ok


def test_input_that_decides_is_told_once() -> None:
    asked = Called(function="main", place=at(2), callee="input", arguments=())
    assert notes(asked, received(2, 5), assigned(2, "__tmp", 5), branched(2, "__tmp")) == ["input 5"]


def test_result_of_a_call_is_told_by_the_call() -> None:
    call = Called(function="main", place=at(2), callee="count", arguments=("0x55", 3, None))
    back = Returned(function="count", place=at(9), result=4)
    steps = (call, back, assigned(2, "__tmp__3", 4), branched(2, "__tmp__3 == n", truth=False, n=5))
    assert notes(*steps) == ["calls count(..., 3, ...), false (count(...) = 4, n = 5)"]


def test_variable_of_the_front_end_that_nobody_knows_is_not_named() -> None:
    assert notes(branched(2, "__tmp__9 == 0")) == ["true"]


def test_parameter_is_told_by_its_name() -> None:
    assert notes(received(1, 7, "x")) == ["input x = 7"]


def test_rounds_of_a_loop_are_told_once_with_the_last_values() -> None:
    steps = [step for i in range(4) for step in (branched(2, i=i), received(3, 10 + i))]
    told = folded(visits_of(Counterexample((*steps, branched(2, truth=False, i=4)))))
    match told:
        case [Rounds(visits=(Visit(line=2) as head, Visit(line=3) as body), count=4), Visit(line=2) as last]:
            assert (head.note, body.note, last.note) == ("true (i = 3)", "input 13", "false (i = 4)")
        case _:
            raise AssertionError(told)


def test_rounds_within_rounds_are_folded_too() -> None:
    inner = [branched(3, "j < 2", j=j) for j in (0, 1)]
    body = assigned(4, "a", 1)
    steps: list[EvidenceStep] = [step for _ in range(3) for step in (branched(2), inner[0], body, inner[1], body)]
    match folded(visits_of(Counterexample(tuple(steps)))):
        case [Rounds(visits=(Visit(line=2), Rounds(visits=(Visit(line=3),), count=2)), count=3)]:
            pass
        case told:
            raise AssertionError(told)


def test_nothing_is_folded_over_what_is_not_known_or_differs() -> None:
    steps = (branched(2), Omitted(9), branched(2), branched(3), branched(2, truth=False))
    told = folded(visits_of(Counterexample(steps)))
    assert [type(each) for each in told] == [Visit, UnknownOperations, Visit, Visit, Visit]
