"""What was learnt of configurations, and what it says of one program.

Features are scaled to [0, 1] by the bounds they had in the training set; a program that lies outside counts as one at the bound.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from whet.portfolio.choosing.machines import AnyClassifier, Label, Regressor, Vector, squared_distances
from whet.task.errors import TaskError
from whet.task.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Scaling:
    lows: Vector
    highs: Vector

    @classmethod
    def of(cls, vectors: Sequence[Vector]) -> Scaling:
        columns = list(zip(*vectors, strict=True))
        return cls(lows=tuple(map(min, columns)), highs=tuple(map(max, columns)))

    def scaled(self, vector: Sequence[float]) -> Vector:
        bounds = zip(vector, self.lows, self.highs, strict=True)
        return tuple(0.0 if high <= low else min(1.0, max(0.0, (x - low) / (high - low))) for x, low, high in bounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class LearntConfiguration:
    """What was learnt of one configuration."""

    name: str
    classifier: AnyClassifier
    seconds: Regressor | None
    """CPU time, as a part of the longest there was; None if no times were measured."""
    memory: Regressor | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What a model expects of one configuration on one program."""

    name: str
    label: Label
    correct: float
    """The probability that it solves the task."""
    seconds: float | None = None
    memory: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingData:
    """Where a model comes from."""

    digest: str
    tasks: int
    runs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceModel:
    features: tuple[str, ...]
    """The names of the features, in the order of the vectors."""
    features_version: int
    """Of what computes them."""
    scaling: Scaling
    vectors: tuple[Vector, ...]
    """Of the training set, scaled, each once."""
    configurations: tuple[LearntConfiguration, ...]
    winner: str
    """The best single one of the training set, for programs on which none is expected to do well."""
    data: TrainingData
    settings: Mapping[str, str | int | float]
    """How it was trained."""

    def judge(self, features: Mapping[str, float]) -> list[Prediction]:
        """Each configuration, in the order of the model; raises ``TaskError`` if a feature is missing."""
        missing = [name for name in self.features if name not in features]
        if missing:
            raise TaskError(f"the model needs features that are not computed: {', '.join(missing)}; train it again")
        scaled = self.scaling.scaled([features[name] for name in self.features])
        distances = squared_distances(scaled, self.vectors)
        return [_judge(known, distances) for known in self.configurations]


def _judge(known: LearntConfiguration, distances: Sequence[float]) -> Prediction:
    return Prediction(
        name=known.name,
        label=known.classifier.predicted(distances),
        correct=known.classifier.probabilities(distances)[Label.CORRECT],
        seconds=None if known.seconds is None else known.seconds.predicted(distances),
        memory=None if known.memory is None else known.memory.predicted(distances),
    )
