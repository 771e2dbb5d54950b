"""Training: from tasks with features and what came of each configuration on them, to a model.

For each configuration one machine with three classes, weighted (``weights``), and where times and memory were measured two that
predict those.  The penalty and the width of the kernel are searched for on a grid, by cross-validation in which tasks with equal
features stay together; of equals the smaller penalty and the wider kernel win.

scikit-learn is needed here and nowhere else, and loaded when something is trained.  Training again with the same data gives the
same model.  What remains to be said of LIBSVM's weights: they multiply the penalty, so only their ratios matter besides it,
and each configuration's are scaled to a mean of one.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeAlias

from whet.portfolio.choosing.machines import AnyClassifier, Classifier, Constant, Label, Regressor, Support, Vector
from whet.portfolio.choosing.model import ChoiceModel, LearntConfiguration, Scaling, TrainingData
from whet.portfolio.choosing.observations import Observation, ObservedTask, best_configuration, configurations_of, data_digest
from whet.portfolio.choosing.splits import folds
from whet.portfolio.choosing.weights import Potential, weights
from whet.task.errors import TaskError
from whet.task.records import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[np.float64]

_TUBE = 0.01
"""By how much a predicted time or memory, as a part of the most there is, may be wrong at no penalty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """Exponents of two: of the penalty C, and of gamma."""

    penalties: tuple[int, ...]
    gammas: tuple[int, ...]

    def points(self) -> Iterator[tuple[float, float]]:
        return ((2.0**penalty, 2.0**gamma) for penalty in self.penalties for gamma in self.gammas)


GRIDS: Mapping[str, Grid] = {
    "quick": Grid(penalties=(3,), gammas=(-1, 2)),
    "coarse": Grid(penalties=(-1, 3, 7, 11), gammas=(-7, -4, -1, 2)),
    "full": Grid(penalties=tuple(range(-5, 16, 2)), gammas=tuple(range(-15, 4, 2))),
}
"""``full`` is that of LIBSVM's guide."""
_FOR_NUMBERS = Grid(penalties=(-3, 0, 3), gammas=(-4, -1, 2))
"""Numbers between 0 and 1 need no large penalty, and noise with one takes minutes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Training:
    """How to train."""

    potential: Potential = Potential.LITERAL
    weighted: bool = True
    grid: str = "coarse"
    folds: int = 3
    seed: int = 0
    resources: bool = True
    """Also predict times and memory."""

    def to_json(self) -> dict[str, str | int | float]:
        weighting = str(self.potential) if self.weighted else "none"
        return {"potential": weighting, "grid": self.grid, "folds": self.folds, "seed": self.seed}


Quantity: TypeAlias = Callable[[Observation], float | None]
"""Something that a run used."""


@dataclass(frozen=True, slots=True)
class GridPoint:
    """A point of the grid, and how well it did in cross-validation."""

    penalty: float
    gamma: float
    accuracy: float


@dataclass(slots=True)
class Notes:
    """What a training reports besides the model."""

    found: dict[str, GridPoint] = field(default_factory=dict)
    """By configuration; one whose runs all had the same label has none."""


def train(
    tasks: Sequence[ObservedTask],
    features: Sequence[str],
    *,
    features_version: int,
    how: Training | None = None,
    notes: Notes | None = None,
) -> ChoiceModel:
    """Raises ``TaskError`` if there is nothing to learn from, or scikit-learn is missing."""
    how = how or Training()
    names = configurations_of(tasks)
    if not names:
        raise TaskError("there is nothing to learn from: no task has features, a known verdict and a result")
    try:
        import sklearn.svm  # noqa: F401
    except ImportError as error:
        raise TaskError("training needs scikit-learn: pip install 'whet[learning]'") from error
    scaling = Scaling.of([task.features for task in tasks])
    scaled = [scaling.scaled(task.features) for task in tasks]
    vectors = tuple(dict.fromkeys(scaled))
    teacher = _Teacher(tasks, scaled, vectors, how, notes or Notes())
    return ChoiceModel(
        features=tuple(features),
        features_version=features_version,
        scaling=scaling,
        vectors=vectors,
        configurations=tuple(teacher.known(name) for name in names),
        winner=best_configuration(tasks, names),
        data=TrainingData(digest=data_digest(tasks), tasks=len(tasks), runs=sum(len(task.runs) for task in tasks)),
        settings=how.to_json(),
    )


class _Teacher:
    """The data, as scikit-learn wants them."""

    def __init__(
        self, tasks: Sequence[ObservedTask], scaled: Sequence[Vector], vectors: Sequence[Vector], how: Training, notes: Notes
    ) -> None:
        self._tasks = tasks
        self._scaled = scaled
        self._numbers = {vector: number for number, vector in enumerate(vectors)}
        self._how = how
        self._notes = notes
        self._weights = weights(tasks, how.potential)

    def known(self, name: str) -> LearntConfiguration:
        return LearntConfiguration(
            name=name,
            classifier=self._classifier(name),
            seconds=self._regressor(name, lambda run: run.cpu_seconds),
            memory=self._regressor(name, lambda run: run.memory_bytes),
        )

    def _classifier(self, name: str) -> AnyClassifier:
        import numpy as np

        rows = [number for number, task in enumerate(self._tasks) if name in task.runs and self._weight(number, name) > 0]
        labels = [self._tasks[number].runs[name].label for number in rows]
        if len(set(labels)) < 2:
            return _constant(labels or [task.runs[name].label for task in self._tasks if name in task.runs])
        data = _Rows(
            points=np.array([self._scaled[number] for number in rows]),
            targets=np.array(labels, dtype=float),
            weights=_with_mean_one([self._weight(number, name) for number in rows]),
            folds=folds([self._scaled[number] for number in rows], count=self._how.folds, seed=self._how.seed),
        )
        found = self._notes.found[name] = _search(data, GRIDS[self._how.grid], _accuracy)
        return self._as_classifier(_fitted(data, found, seed=self._how.seed), found.gamma, data)

    def _weight(self, number: int, name: str) -> float:
        return self._weights[number][name] if self._how.weighted else 1.0

    def _as_classifier(self, machine: Any, gamma: float, data: _Rows) -> Classifier:
        """scikit-learn turns the signs of two classes around; LIBSVM's own are those before that."""
        sign = -1.0 if len(machine.classes_) == 2 else 1.0
        return Classifier(
            support=self._support(machine, gamma, data),
            classes=tuple(Label(int(label)) for label in machine.classes_),
            counts=tuple(map(int, machine.n_support_)),
            coefficients=tuple(tuple(map(float, row)) for row in sign * machine.dual_coef_),
            intercepts=tuple(map(float, sign * machine.intercept_)),
            slopes=tuple(map(float, machine._probA)),
            offsets=tuple(map(float, machine._probB)),
        )

    def _support(self, machine: Any, gamma: float, data: _Rows) -> Support:
        vectors = tuple(self._numbers[tuple(data.points[row].tolist())] for row in machine.support_)
        return Support(gamma=gamma, vectors=vectors)

    def _regressor(self, name: str, quantity: Quantity) -> Regressor | None:
        import numpy as np

        amounts = [quantity(run) for task in self._tasks for run in task.runs.values()]
        known = [amount for amount in amounts if amount is not None]
        if not self._how.resources or len(known) < len(amounts) or max(known) <= min(known):
            return None
        rows = [number for number, task in enumerate(self._tasks) if name in task.runs]
        least, most = min(known), max(known)
        targets = [((quantity(self._tasks[number].runs[name]) or 0.0) - least) / (most - least) for number in rows]
        data = _Rows(
            points=np.array([self._scaled[number] for number in rows]),
            targets=np.array(targets),
            weights=np.ones(len(rows)),
            folds=folds([self._scaled[number] for number in rows], count=self._how.folds, seed=self._how.seed),
        )
        found = _search(data, _FOR_NUMBERS, _closeness)
        machine = _new_regressor(found.penalty, found.gamma).fit(data.points, data.targets)
        coefficients = tuple(map(float, machine.dual_coef_[0]))
        support = self._support(machine, found.gamma, data)
        return Regressor(support=support, coefficients=coefficients, intercept=float(machine.intercept_[0]))


def _constant(labels: Sequence[Label]) -> Constant:
    """The more there are, the surer (Laplace's rule of succession)."""
    return Constant(label=labels[0], probability=(len(labels) + 1) / (len(labels) + 2))


def _with_mean_one(values: Sequence[float]) -> Array:
    import numpy as np

    mean = sum(values) / len(values)
    return np.array([value / mean for value in values])


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rows:
    """What one machine is trained with."""

    points: Array
    targets: Array
    weights: Array
    folds: Sequence[Sequence[int]]

    def parts(self) -> Iterator[tuple[list[int], list[int]]]:
        """To train with, and to test with."""
        for part in self.folds:
            inside = set(part)
            yield [row for row in range(len(self.targets)) if row not in inside], list(part)


Quality: TypeAlias = Callable[[_Rows, float, float], float]
"""How well machines with this penalty and gamma do in cross-validation; more is better."""


def _search(data: _Rows, grid: Grid, quality: Quality) -> GridPoint:
    found = [GridPoint(penalty, gamma, quality(data, penalty, gamma)) for penalty, gamma in grid.points()]
    return max(found, key=lambda each: (each.accuracy, -each.penalty, -each.gamma))


def _accuracy(data: _Rows, penalty: float, gamma: float) -> float:
    """The part of the weight that is classified right."""
    from sklearn.svm import SVC

    right = 0.0
    for train_rows, test_rows in data.parts():
        targets = data.targets[train_rows]
        if len(set(targets.tolist())) < 2:
            told = targets[0] if len(targets) else 0.0
        else:
            machine = SVC(C=penalty, gamma=gamma).fit(data.points[train_rows], targets, sample_weight=data.weights[train_rows])
            told = machine.predict(data.points[test_rows])
        right += float(data.weights[test_rows][data.targets[test_rows] == told].sum())
    return right / float(data.weights.sum())


def _closeness(data: _Rows, penalty: float, gamma: float) -> float:
    """The negated mean of the squared errors."""
    errors = 0.0
    for train_rows, test_rows in data.parts():
        if train_rows:
            machine = _new_regressor(penalty, gamma).fit(data.points[train_rows], data.targets[train_rows])
            errors += float(((machine.predict(data.points[test_rows]) - data.targets[test_rows]) ** 2).sum())
    return -errors / len(data.targets)


def _new_regressor(penalty: float, gamma: float) -> Any:
    from sklearn.svm import SVR

    return SVR(C=penalty, gamma=gamma, epsilon=_TUBE)


def _fitted(data: _Rows, found: GridPoint, *, seed: int) -> Any:
    from sklearn.svm import SVC

    with _without_deprecations():
        machine = SVC(C=found.penalty, gamma=found.gamma, probability=True, random_state=seed)
        return machine.fit(data.points, data.targets, sample_weight=data.weights)


@contextmanager
def _without_deprecations() -> Iterator[None]:
    """scikit-learn 1.9 says that the probabilities of LIBSVM will be gone in 1.11 (docs/adr/0026)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        yield
