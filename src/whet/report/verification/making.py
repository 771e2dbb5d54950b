"""From a result and the program it is about to a report.

Whoever calls this has read the program again and has the result as JSON (``result.json``).  What cannot be made is left out, and
the report says so: a report may say less, never something else than the result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any, TypeVar

from whet import __version__
from whet.algorithms.targets import targets_of
from whet.cfa.model import Program
from whet.cfa.show import to_c
from whet.cfa.source import Place
from whet.cfa.trees import BadTree, ExpressionTree, Trees
from whet.checks.insertion import put_checks
from whet.core.evidence import Counterexample, Invariant, Proof
from whet.core.result import Defect, FalseVerdict, InvalidProgram, ProofUnchecked, Result, TrueVerdict, Unknown
from whet.pointers.regions import Regions
from whet.report.lines import place_in
from whet.report.verification.graphs import explored_graph, function_graphs
from whet.report.verification.model import FunctionGraph, GivenValue, LinesTold, Mark, Outcome, Report, RunTold, SourceText
from whet.report.verification.positions import PagePositions
from whet.report.verification.recording import TooLong, record
from whet.report.verification.telling import told_run
from whet.report.verification.without_states import instead_of_states
from whet.task.properties import Property
from whet.task.records import dataclass
from whet.witnesses.from_proofs import told_invariants

MOST_RUNS = 20
"""Findings of which the run is shown."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What is known when a run of Whet is over."""

    result: Result
    document: Mapping[str, Any]
    """``result.json``."""
    property: Property
    violations: Sequence[Result] = ()
    """The findings, if all were looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfProgram:
    """The parts of a report that need the program."""

    files: tuple[SourceText, ...] = ()
    marks: tuple[Mark, ...] = ()
    lines: tuple[LinesTold, ...] = ()
    runs: tuple[RunTold, ...] = ()
    functions: tuple[FunctionGraph, ...] = ()
    notes: tuple[str, ...] = ()


def of_program(program: Program, material: Material) -> OfProgram:
    """The program is changed: the property is put into it."""
    notes: list[str] = []
    positions = PagePositions(program.sources)
    functions = _tried(lambda: function_graphs(program, positions), "the automata are not shown", notes)
    marks = [*_tried(lambda: tuple(_invariants(program, material.result, positions)), "invariants are not shown", notes)]
    put_checks(program, targets_of(material.property), Regions)
    runs = [_run(program, each, positions, notes) for each in _failing(material)[:MOST_RUNS]]
    marks += _marks(material, positions)
    return OfProgram(
        files=positions.files(),
        marks=tuple(marks),
        lines=tuple(_lines(material.result, positions)),
        runs=tuple(runs),
        functions=functions,
        notes=tuple(notes),
    )


def _tried(make: Callable[[], tuple[T, ...]], words: str, notes: list[str]) -> tuple[T, ...]:
    """A part of a report that cannot be made is not shown."""
    try:
        return make()
    except Exception as problem:
        notes.append(f"{words}: {type(problem).__name__}: {problem}")
        return ()


def _failing(material: Material) -> list[Result]:
    every = material.violations or (material.result,)
    return [each for each in every if isinstance(each.verdict, FalseVerdict)]


def _run(program: Program, result: Result, positions: PagePositions, notes: list[str]) -> RunTold:
    verdict = result.verdict
    assert isinstance(verdict, FalseVerdict)
    inputs = tuple(GivenValue(each.source, str(each.value), _text(each.place)) for each in verdict.inputs)
    head: dict[str, Any] = {"title": verdict.violation, "place": _text(verdict.place), "check": verdict.check, "inputs": inputs}
    try:
        recorded = record(program, verdict.given, positions)
        if recorded.fails:
            return RunTold(**head, boxes=recorded.boxes, rows=recorded.rows, steps=recorded.steps)
        why = "made again, the run ended in another way"
    except TooLong:
        why = "the run is too long to be looked at step by step"
    except Exception as problem:
        why = f"the run could not be made again ({type(problem).__name__}: {problem})"
    notes.append(f"{why}; what is shown of it was written down when it was confirmed")
    evidence = result.evidence if isinstance(result.evidence, Counterexample) else Counterexample(())
    return RunTold(**head, boxes=(), rows=(), steps=told_run(evidence, positions), note=f"{why}.".capitalize())


def _invariants(program: Program, result: Result, positions: PagePositions) -> Iterator[Mark]:
    """As a witness tells them; where that has none, as the proof does."""
    if not isinstance(result.evidence, Proof):
        return
    proof = without_ghosts(result.evidence, program)
    told = told_invariants(program, proof)
    for each in told:
        if each.text not in ("1", ""):
            line = each.source.place(each.offset).line
            yield Mark("invariant", positions.number(each.source), line, each.text)
    known = {(positions.number(each.source), each.source.place(each.offset).line) for each in told}
    for invariant in proof.invariants:
        where = positions.line(invariant.place)
        if invariant.calls is None and where is not None and where not in known and invariant.text not in ("1", "0", ""):
            yield Mark("invariant", *where, f"{invariant.text}  ({invariant.spot})")


def without_ghosts(proof: Proof, program: Program) -> Proof:
    """Saying less: without what is said of variables that only checks have, such as the number of living blocks."""
    trees = Trees(program)

    def known(tree: ExpressionTree) -> list[ExpressionTree]:
        match tree:
            case ("&&", left, right):
                return [*known(left), *known(right)]
            case _:
                try:
                    trees.expression(tree)
                    return [tree]
                except BadTree:
                    return []

    def kept(invariant: Invariant) -> Iterator[Invariant]:
        parts = known(invariant.tree)
        if parts:
            whole = reduce(lambda left, right: ("&&", left, right), parts)
            yield replace(invariant, tree=whole, text=to_c(trees.expression(whole)))

    return replace(proof, invariants=tuple(each for invariant in proof.invariants for each in kept(invariant)))


def _marks(material: Material, positions: PagePositions) -> Iterator[Mark]:
    for each in _failing(material):
        verdict = each.verdict
        assert isinstance(verdict, FalseVerdict)
        yield from _mark("violation", verdict.place, verdict.violation, positions)
        for given in verdict.inputs:
            yield from _mark("input", given.place, f"{given.source} = {given.value}", positions)
    match material.result.verdict:
        case Unknown(detail=detail, place=place):
            where = place or place_in(detail)
            yield from _mark("unknown", where, _without_place(detail, where), positions)
        case InvalidProgram(message=message, place=place):
            yield from _mark("unknown", place, message, positions)
        case _:
            pass
    for assumption in material.result.assumptions:
        yield from _mark("assumption", assumption.place, assumption.what, positions)
    for site in material.document.get("undecided_places") or (proved.undecided if (proved := material.result.proved) else ()):
        yield from _mark("undecided", place_in(str(site)), f"not decided: {site}", positions)


def _lines(result: Result, positions: PagePositions) -> Iterator[LinesTold]:
    """What runs executed, if there is no verdict; by file of the page."""
    if not isinstance(result.verdict, Unknown) or result.executed is None:
        return
    found: dict[int, tuple[set[int], set[int]]] = {}
    for told in result.executed.lines:
        for kind, lines in enumerate((told.executed, told.others)):
            for line in lines:
                if (where := positions.line(Place(told.file, line, 1))) is not None:
                    found.setdefault(where[0], (set(), set()))[kind].add(where[1])
    for file, (executed, others) in sorted(found.items()):
        yield LinesTold(file, tuple(sorted(executed)), tuple(sorted(others - executed)))


def _mark(kind: str, place: Place | None, text: str, positions: PagePositions) -> Iterator[Mark]:
    if (where := positions.line(place)) is not None:
        yield Mark(kind, *where, text)


def _without_place(text: str, place: Place | None) -> str:
    """A sentence that begins with the place that stands beside it anyhow."""
    return text.removeprefix(f"{place}: ")


def _text(place: Place | None) -> str | None:
    return None if place is None else str(place)


def report_of(material: Material, parts: OfProgram) -> Report:
    document, result = material.document, material.result
    task: Mapping[str, Any] = document["task"]
    return Report(
        whet=__version__,
        title=", ".join(str(file) for file in task["files"]),
        outcome=_outcome(material),
        files=parts.files,
        marks=parts.marks,
        lines=parts.lines,
        lines_by="run" if result.executed is None else result.executed.kind,
        runs=parts.runs,
        functions=parts.functions,
        graph=None if result.graph is None else explored_graph(result.graph),
        instead=instead_of_states(document, result.evidence) if result.graph is None else None,
        refinements=tuple(document.get("refinements", ())),
        refinements_left_out=int(document.get("refinements_left_out", 0)),
        statistics=dict(document.get("statistics", {})),
        portfolio=document.get("portfolio"),
        configuration={"used": document.get("configuration"), "winner": document.get("winner")},
        task=task,
        assumptions=tuple(document.get("assumptions", ())),
        checked={key: document[key] for key in _CHECKED if key in document},
        notes=parts.notes,
    )


_CHECKED = (
    *("checked", "checked_occur", "not_checked", "checked_places", "discharged_places", "proof_check", "compiled_replay"),
    *("proved_places", "undecided_places", "findings"),
)


def _outcome(material: Material) -> Outcome:
    result, document = material.result, material.document
    word = str(result.verdict)
    common: dict[str, Any] = {"word": word, "advice": document.get("next"), "comparison": document.get("comparison")}
    match result.verdict:
        case TrueVerdict():
            unchecked = isinstance(result.proof_check, ProofUnchecked)
            proof = "" if result.proof_check is None else f" The proof was {'not ' if unchecked else ''}checked by other code."
            return Outcome(kind="true", summary=f"No run violates the property.{proof}", facts=_facts(material), **common)
        case FalseVerdict(violation=violation, place=place):
            return Outcome(kind="false", summary=violation, place=_text(place), facts=_facts(material), **common)
        case Unknown(reason=reason, detail=detail, place=place):
            where = place or place_in(detail)
            common |= {"summary": _without_place(detail, where), "place": _text(where)}
            return Outcome(kind="unknown", reason=reason.value, facts=_facts(material), **common)
        case InvalidProgram(message=message, place=place):
            return Outcome(kind="error", summary=message, place=_text(place), **common)
        case Defect(message=message):
            return Outcome(kind="error", summary=message, **common)


def _facts(material: Material) -> tuple[tuple[str, str], ...]:
    document = material.document
    task, statistics = document["task"], document.get("statistics", {})
    portfolio = document.get("portfolio") or {}
    checks = str(task["property"]).split("+")
    facts = {
        "property": " + ".join(checks) if len(checks) <= 4 else f"{len(checks)} properties",
        "machine": str(task["machine"]),
        "entry": f"{task['entry']}()",
        "configuration": str((document.get("configuration") or {}).get("name", "")),
        "found by": str(portfolio.get("winner") or ""),
        "proved": str(material.result.proved or ""),
        "CPU time": _seconds(statistics.get("cpu_seconds")),
        "refinements": str(len(document.get("refinements", ())) + int(document.get("refinements_left_out", 0))),
    }
    return tuple((name, value) for name, value in facts.items() if value)


def _seconds(value: object) -> str:
    return f"{value:.2f} s" if isinstance(value, (int, float)) else ""
