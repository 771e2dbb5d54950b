"""Models that say the same of every program, whatever its features."""

from __future__ import annotations

from collections.abc import Mapping

from whet.portfolio.choosing.machines import Constant, Label
from whet.portfolio.choosing.measuring import FEATURES_VERSION
from whet.portfolio.choosing.model import ChoiceModel, LearntConfiguration, Scaling, TrainingData


def stubborn_model(
    said: Mapping[str, tuple[Label, float]], *, features: tuple[str, ...] = (), version: int = FEATURES_VERSION
) -> ChoiceModel:
    """By configuration, what is expected of it and how surely; the first is the winner."""
    return ChoiceModel(
        features=features,
        features_version=version,
        scaling=Scaling(lows=(0.0,) * len(features), highs=(1.0,) * len(features)),
        vectors=((0.0,) * len(features),),
        configurations=tuple(
            LearntConfiguration(name=name, classifier=Constant(label=label, probability=chance), seconds=None, memory=None)
            for name, (label, chance) in said.items()
        ),
        winner=next(iter(said)),
        data=TrainingData(digest="0" * 64, tasks=190, runs=1330),
        settings={},
    )
