"""Verifying a program in which calls of some functions are replaced by their contracts.

A TRUE needs two proofs: the program with the contracts, and each function against its contract for every call that the first
accepts.  Both are made with the default checks besides those of the task.  Without them, a function could leave its objects, and
a call could pass a pointer that leads nowhere.
While a function is checked, calls of the others are replaced, too: if a contract is broken, one of the calls that break one ends
first, and in its body all calls before kept theirs.

A run of a program with contracts may be none of the program, so a FALSE, and whatever is undecided, comes from the program as it
stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field, replace
from functools import partial

from whet.core.result import ProofUnchecked, Result, TrueVerdict, Unknown
from whet.frontend.signatures import Pointed
from whet.harness.contracts import ContractText, ElementCount, FunctionContract, Touched, checking_text
from whet.harness.replacements import calling_text, is_any, replacement_name, replacing_text
from whet.projects.checked_contracts import contract_footprint
from whet.projects.entry_search import LEAST, holds
from whet.projects.footprint import Footprint
from whet.projects.functions import ProjectFunction, read_project
from whet.projects.preconditions import Contracts
from whet.runtime.limits import Limits
from whet.session.findings import Findings
from whet.task.checks import bugs_property
from whet.task.errors import TaskError, suggestion
from whet.task.messages.unknown import CONTRACT_UNPROVED, WITH_CONTRACTS_UNPROVED
from whet.task.properties import Property, UnreachableCall
from whet.task.records import dataclass
from whet.task.task import Appended, Task, program_files

_CONTRACTS_SHARE = 0.6
"""Of the time, for the program with contracts and the contracts."""


@dataclass(frozen=True, slots=True)
class ReplacedFunction:
    """A function whose calls are replaced."""

    file: str
    name: str
    text: ContractText
    """Its contract as a body."""
    check: Appended
    """What calls the function for every call that the body accepts."""
    entry: str

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(each.function for each in self.text.clauses)


def replaced_functions(task: Task, names: Sequence[str], contracts: Contracts) -> tuple[ReplacedFunction, ...]:
    """Raises ``TaskError`` for a function or a contract that cannot replace a call."""
    project = read_project(replace(task, files=tuple(program_files(task.files))))
    if not project.is_readable():
        return ()
    known: dict[str, list[ProjectFunction]] = {}
    for function in project.functions:
        known.setdefault(function.signature.name, []).append(function)
    return tuple(_replaced(task, name, known, contracts) for name in dict.fromkeys(names))


def _replaced(task: Task, name: str, known: dict[str, list[ProjectFunction]], contracts: Contracts) -> ReplacedFunction:
    if name == task.entry:
        raise TaskError(f"--replace {name}: the program starts with it, so there is no call; name another --entry")
    if name not in known:
        raise TaskError(f"--replace {name}: no function with a body has this name{suggestion(name, known)}")
    if len(known[name]) > 1:
        raise TaskError(f"--replace {name}: several functions have this name; give each another name")
    function, contract = known[name][0], contracts.get(name)
    if contract is None or contract.assigns is None:
        raise TaskError(
            f"--replace {name}: its contract has no assigns; add what a call changes to [entry.{name}], or assigns = []"
        )
    return _ContractOf(task, function, contract).replaced()


@dataclass(frozen=True, slots=True)
class _ContractOf:
    task: Task
    function: ProjectFunction
    contract: FunctionContract

    def replaced(self) -> ReplacedFunction:
        signature, file = self.function.signature, self.function.file
        rooms = tuple(ElementCount(is_single=True) for _ in signature.parameters)
        if signature.is_variadic:
            self._refuse("a variable number of arguments")
        found = contract_footprint(self.task, self.function, self.contract)
        for obstacle in self._obstacles(found):
            self._refuse(obstacle)
        variables = [(each.name, each.shape) for each in found.variables]
        touched = Touched(found.parameters, rooms, variables, result=found.result)
        checker = checking_text(signature, self.contract, touched, reads_all=True)
        text, entry = calling_text(signature, self.contract, touched, checker)
        clauses = tuple((each.function, each.violation) for each in checker.clauses)
        body = replacing_text(signature, self.contract, touched, writes=found.writes)
        return ReplacedFunction(file, signature.name, body, Appended(file, text, clauses=clauses), entry)

    def _refuse(self, obstacle: str) -> None:
        name = self.function.signature.name
        raise TaskError(f"--replace {name}: its contract does not describe {obstacle}; leave out --replace {name}")

    def _obstacles(self, found: Footprint) -> Sequence[str]:
        signature = self.function.signature
        obstacles = [*found.obstacles, *(f"the variable {each}, which a contract cannot name" for each in found.hidden)]
        for each, shape in zip(signature.parameters, found.parameters, strict=True):
            target = shape.target if isinstance(shape, Pointed) else shape
            if target is None or not is_any(target) or "volatile" in each.type:
                obstacles.append(f"the parameter {each.name}, which is neither numbers nor a pointer to numbers")
        if found.result is not None and not is_any(found.result):
            obstacles.append("its result, which is not a number")
        for variable in found.variables:
            if not is_any(variable.shape):
                obstacles.append(f"the variable {variable.name}, which is not made of numbers")
        return obstacles


@dataclass(slots=True)
class ReplacedSearch:
    """Verifies tasks with contracts in the place of calls; ``search`` verifies one as it stands."""

    search: Callable[[Task, Limits], Findings]
    replaced: Sequence[ReplacedFunction]
    used: float = 0.0
    checked: dict[str, Result] = field(default_factory=dict)

    def __call__(self, task: Task, limits: Limits) -> tuple[Findings, Task]:
        """What was found, and the task that it was found for."""
        self.used = 0.0
        with_contracts = self.with_contracts(replace(task, property=_with_default_checks(task.property)), self.replaced)
        found = self._run(with_contracts, limits, _CONTRACTS_SHARE)
        if not holds(found.result.verdict):
            return self._of_program(task, limits, partial(WITH_CONTRACTS_UNPROVED.format, verdict=found.result.verdict_words))
        results = []
        for each in self.replaced:
            results.append(self._keeps(task, each, limits))
            if not isinstance(results[-1].verdict, TrueVerdict):
                verdict = results[-1].verdict_words
                return self._of_program(task, limits, partial(CONTRACT_UNPROVED.format, function=each.name, verdict=verdict))
        more = [assumption for result in results for assumption in result.assumptions]
        known = [str(each) for each in found.result.assumptions]
        new = [each for each in more if str(each) not in known]
        kept = tuple(f"{each.name} keeps its contract" for each in self.replaced)
        checks = [each.proof_check for each in (*results, found.result)]
        weakest = next((each for each in checks if isinstance(each, ProofUnchecked)), found.result.proof_check)
        assumptions = (*found.result.assumptions, *new)
        result = replace(found.result, assumptions=assumptions, contracts=kept, proof_check=weakest)
        return Findings(self._counted(result)), with_contracts

    def with_contracts(self, task: Task, replaced: Sequence[ReplacedFunction]) -> Task:
        appended = task.appended or Appended(replaced[0].file if replaced else "", "")
        texts = tuple((each.file, "\n".join(["", *each.text.lines, ""])) for each in replaced)
        clauses = tuple((each.function, each.violation) for part in replaced for each in part.text.clauses)
        names = tuple(name for each in replaced for name in each.clauses)
        return replace(
            task,
            property=_with_clauses(task.property, names),
            appended=replace(appended, others=(*appended.others, *texts), clauses=(*appended.clauses, *clauses)),
            replaced=tuple((each.file, each.name, replacement_name(each.name)) for each in replaced),
        )

    def _keeps(self, task: Task, each: ReplacedFunction, limits: Limits) -> Result:
        """Does the function keep its contract?"""
        if each.name not in self.checked:
            others = [other for other in self.replaced if other is not each]
            wanted = _with_clauses(_with_default_checks(task.property), tuple(name for name, _ in each.check.clauses))
            alone = replace(task, entry=each.entry, appended=each.check, property=wanted, assumptions=(), granted=())
            self.checked[each.name] = self._run(self.with_contracts(alone, others), limits, _CONTRACTS_SHARE).result
        return self.checked[each.name]

    def _of_program(self, task: Task, limits: Limits, why: Callable[..., str]) -> tuple[Findings, Task]:
        """Without contracts."""
        found = self._run(task, limits, 1.0)
        if isinstance(found.result.verdict, Unknown):
            verdict = found.result.verdict
            detail = why(more=f": {verdict.detail}" if verdict.detail else "")
            found = replace(found, result=replace(found.result, verdict=replace(verdict, detail=detail)))
        else:
            found.result = replace(found.result, contracts=(why(more=""),))
        found.result = self._counted(found.result)
        return found, task

    def _run(self, task: Task, limits: Limits, share: float) -> Findings:
        if limits.cpu_seconds is not None:
            limits = limits.part(max(LEAST, share * (limits.cpu_seconds - self.used)))
        found = self.search(task, limits)
        self.used += float(found.result.statistics.get("cpu_seconds", 0.0))
        return found

    def _counted(self, result: Result) -> Result:
        return result.with_statistics({"cpu_seconds": round(self.used, 3)})


def _with_default_checks(wanted: Property) -> Property:
    names = dict.fromkeys((*wanted.name.split("+"), *bugs_property().name.split("+")))
    return Property("+".join(names), tuple(dict.fromkeys((*wanted.conditions, *bugs_property().conditions))), wanted.entry)


def _with_clauses(wanted: Property, clauses: tuple[str, ...]) -> Property:
    return replace(wanted, conditions=(*wanted.conditions, UnreachableCall(clauses))) if clauses else wanted
