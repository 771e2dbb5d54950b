"""A portfolio that is chosen for the program: its features are computed, and a model or a few rules say which members run.

Computing features is cheap for most programs and limited for all, in time and memory; where it fails, or clingo is not there, the
rules are asked without any, and the reason says so.

Invariant: the members are run, and their results are concluded, as in every other portfolio.  The choice cannot change what a
member says, only who is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from whet.core.algorithm import Problem
from whet.core.configuration import PortfolioOptions
from whet.core.context import Context, Level
from whet.core.registry import register_algorithm
from whet.core.result import Result
from whet.portfolio.choose import MemberChoice, Operator, chosen_by_model, chosen_by_rules
from whet.portfolio.choosing.measuring import FEATURES_VERSION, MeasuredFeatures, Measurement, NotMeasured, measure
from whet.portfolio.choosing.model import ChoiceModel
from whet.portfolio.choosing.model_file import read_model
from whet.portfolio.contest import ContestRules, run_contest
from whet.runtime.limits import Limits
from whet.task.errors import TaskError
from whet.task.options import Choice as OneOf
from whet.task.options import Duration, File, Whole, option, words
from whet.task.records import dataclass

SHIPPED_MODEL = Path(__file__).parent / "choosing" / "model.json"
"""The one that is used if the user names none; it need not be there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoOptions(PortfolioOptions):
    model: str | None = option(
        None, File(read_model), "What was learnt by 'whet bench train'; without it, what comes with Whet, or rules."
    )
    operator: str = option(
        "probability",
        OneOf(words(Operator)),
        "Which is the best of several that are expected to decide: by probability, time or memory.",
    )
    most: int = option(3, Whole(1), "How many configurations are run at most.")
    together: str = option("no", OneOf(("yes", "no")), "Whether they run beside each other, and not one after the other.")
    feature_time: float | None = option(10.0, Duration(), "CPU time for computing features; without them, there are only rules.")


@register_algorithm("auto", options=AutoOptions)
class Auto:
    """Run the members of a portfolio that suit the program, until one has a verdict."""

    def __init__(self, options: AutoOptions | None = None) -> None:
        self._options = options or AutoOptions()

    def run(self, problem: Problem, context: Context, /) -> Result:
        context.progress("choosing")
        with context.statistics.time("choosing_seconds"):
            choice = self._chosen(problem, context)
        context.log(Level.INFO, f"chosen: {choice}")
        members = {member.name: member for member in problem.configuration.members}
        chosen = replace(problem.configuration, members=tuple(members[name] for name in choice.members))
        places = len(choice.members) if self._options.together == "yes" else 1
        result = run_contest(
            replace(problem, configuration=chosen),
            context,
            ContestRules(shares=choice.shares, places=places, word="running what was chosen"),
        )
        told = None if result.portfolio is None else replace(result.portfolio, choice=str(choice))
        return replace(result, portfolio=told).with_statistics({"choice": str(choice)})

    def _chosen(self, problem: Problem, context: Context) -> MemberChoice:
        candidates = [member.name for member in problem.configuration.members]
        measurement = measure(problem.task, limits=self._limits(context))
        operator, most = Operator(self._options.operator), self._options.most
        choice = choose(measurement, self._model(), candidates, operator=operator, most=most)
        if not self._options.shares:
            return choice
        said = dict(zip(candidates, self._options.shares, strict=True))
        return replace(choice, shares=tuple(said[name] for name in choice.members))

    def _limits(self, context: Context) -> Limits:
        """At most a fifth of what there is."""
        whole, most = context.hard_limits, self._options.feature_time
        fifth = None if whole.cpu_seconds is None else whole.cpu_seconds / 5
        seconds = min((each for each in (fifth, most) if each is not None), default=None)
        memory = None if whole.memory_bytes is None else whole.memory_bytes // 2
        return Limits.of_cpu(seconds, memory)

    def _model(self) -> ChoiceModel | None:
        if self._options.model is not None:
            return read_model(self._options.model)
        return read_model(str(SHIPPED_MODEL)) if SHIPPED_MODEL.exists() else None


def choose(
    measurement: Measurement, model: ChoiceModel | None, candidates: Sequence[str], *, operator: Operator, most: int
) -> MemberChoice:
    """By the model if there is one that fits, otherwise by rules; the reason says which, and why not the other."""
    match measurement, model:
        case NotMeasured(why=why), _:
            return chosen_by_rules({}, candidates, most=most, why=why)
        case MeasuredFeatures(values=values), None:
            return chosen_by_rules(values, candidates, most=most, why="there is no model")
        case MeasuredFeatures(values=values), ChoiceModel() as known:
            return _by_model(values, known, candidates, operator=operator, most=most)


def _by_model(
    values: Mapping[str, float], model: ChoiceModel, candidates: Sequence[str], *, operator: Operator, most: int
) -> MemberChoice:
    if model.features_version != FEATURES_VERSION:
        why = f"the model was trained with version {model.features_version} of the features, and this is {FEATURES_VERSION}"
        return chosen_by_rules(values, candidates, most=most, why=why)
    try:
        return chosen_by_model(model, values, candidates, operator=operator, most=most)
    except TaskError as error:
        return chosen_by_rules(values, candidates, most=most, why=str(error))
