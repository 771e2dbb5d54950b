"""How well a choice does on tasks it did not learn from: repeated splits, the choice against each configuration and two ideals.

*The best of each category* (T_cat) knows the category of a task and how all do in it; *the virtual best* (T_vbs) knows for each
task who solves it, the fastest if several do.  Neither can be had in practice.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from whet.portfolio.choose import Operator, ranked
from whet.portfolio.choosing.machines import Label, Vector
from whet.portfolio.choosing.model import ChoiceModel
from whet.portfolio.choosing.observations import ObservedTask, best_configuration, configurations_of
from whet.portfolio.choosing.splits import split
from whet.portfolio.choosing.training import Training, train
from whet.task.records import dataclass

BY_CATEGORY = "best of each category"
VIRTUAL_BEST = "virtual best"
PART = 0.6
"""Of the tasks, for training."""


@dataclass(frozen=True, slots=True)
class StrategyTally:
    """What a strategy comes to on a set of tasks; means, if of several sets."""

    correct: float = 0.0
    unknown: float = 0.0
    wrong: float = 0.0
    score: float = 0.0
    seconds: float = 0.0
    """CPU time of its runs, as far as it was measured."""

    @property
    def tasks(self) -> float:
        return self.correct + self.unknown + self.wrong

    @classmethod
    def of(cls, tasks: Iterable[ObservedTask], strategy: Strategy) -> StrategyTally:
        labels, score, seconds = dict.fromkeys(Label, 0), 0, 0.0
        for task in tasks:
            name = strategy(task)
            run = task.runs.get(name)
            labels[Label.UNKNOWN if run is None else run.label] += 1
            score += task.score(name)
            seconds += 0.0 if run is None else run.cpu_seconds or 0.0
        return cls(labels[Label.CORRECT], labels[Label.UNKNOWN], labels[Label.WRONG], score, seconds)

    @classmethod
    def mean(cls, tallies: Sequence[StrategyTally]) -> StrategyTally:
        columns = zip(*((each.correct, each.unknown, each.wrong, each.score, each.seconds) for each in tallies), strict=True)
        return cls(*(sum(column) / len(tallies) for column in columns))


Strategy = Callable[[ObservedTask], str]
"""Which configuration is run on a task."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """One split."""

    tallies: dict[str, StrategyTally]
    """By strategy: the configurations, the two ideals, and ``choice by OPERATOR``."""
    by_category: dict[str, dict[str, StrategyTally]]
    """The same of each category of tasks, without the ideals."""
    chosen: dict[str, int]
    """How often the first operator chose each configuration."""
    seconds: float
    """The mean time of a decision, without features."""


def choice_name(operator: Operator) -> str:
    return f"choice by {operator}"


def repetition(
    tasks: Sequence[ObservedTask],
    features: Sequence[str],
    *,
    number: int,
    how: Training,
    operators: Sequence[Operator] = (Operator.PROBABILITY,),
) -> Repetition:
    """Train with 60 percent of the tasks and look at the others."""
    learnt, asked = split([task.features for task in tasks], part=PART, seed=how.seed + number)
    model = train([tasks[index] for index in learnt], features, features_version=0, how=how)
    test = [tasks[index] for index in asked]
    started = time.perf_counter()
    choices = {choice_name(each): _choices(model, test, each) for each in operators}
    seconds = (time.perf_counter() - started) / max(1, len(test) * len(operators))
    names = configurations_of(tasks)
    strategies: dict[str, Strategy] = {name: partial(_always, name) for name in names}
    categories = {task.category for task in test}
    best = {each: best_configuration([task for task in test if task.category == each], names) for each in categories}
    strategies |= {BY_CATEGORY: lambda task: best[task.category], VIRTUAL_BEST: partial(_virtual_best, names)}
    strategies |= {name: partial(_looked_up, chosen) for name, chosen in choices.items()}
    first = choices[choice_name(operators[0])]
    return Repetition(
        tallies={name: StrategyTally.of(test, strategy) for name, strategy in strategies.items()},
        by_category={
            category: {
                name: StrategyTally.of([task for task in test if task.category == category], strategy)
                for name, strategy in strategies.items()
                if name not in (BY_CATEGORY, VIRTUAL_BEST)
            }
            for category in sorted(categories)
        },
        chosen={name: sum(1 for task in test if first[task.features] == name) for name in names},
        seconds=seconds,
    )


def medals(done: Sequence[Repetition]) -> Mapping[str, tuple[int, int, int]]:
    """How many categories each strategy is the best, second and third in, by its mean score; of equals the faster one is better.

    None are given for a category without points.  Strategies without a medal are left out."""
    counts: Counter[tuple[str, int]] = Counter()
    for category in dict.fromkeys(category for each in done for category in each.by_category):
        tallies = [each.by_category[category] for each in done if category in each.by_category]
        means = {name: StrategyTally.mean([tally[name] for tally in tallies]) for name in tallies[0]}
        scored = sorted(
            (name for name in means if means[name].score > 0), key=lambda name: (-means[name].score, means[name].seconds)
        )
        counts.update((name, place) for place, name in enumerate(scored[:3]))
    return {name: (counts[name, 0], counts[name, 1], counts[name, 2]) for name in dict.fromkeys(name for name, _ in counts)}


def _choices(model: ChoiceModel, tasks: Sequence[ObservedTask], operator: Operator) -> dict[Vector, str]:
    different = dict.fromkeys(task.features for task in tasks)
    return {vector: _first(model, vector, operator) for vector in different}


def _first(model: ChoiceModel, vector: Vector, operator: Operator) -> str:
    judged = model.judge(dict(zip(model.features, vector, strict=True)))
    return ranked(judged, operator=operator, winner=model.winner)[0].name


def _looked_up(chosen: dict[Vector, str], task: ObservedTask) -> str:
    return chosen[task.features]


def _always(name: str, task: ObservedTask) -> str:
    return name


def _virtual_best(names: Sequence[str], task: ObservedTask) -> str:
    def rank(name: str) -> tuple[int, float]:
        run = task.runs.get(name)
        return -task.score(name), (run.cpu_seconds or 0.0) if run is not None else 0.0

    return min(names, key=rank)
