"""Machines in plain Python against scikit-learn, which trained them."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from whet.portfolio.choosing.machines import Classifier, Constant, Label, Support, coupled, squared_distances

svm = pytest.importorskip("sklearn.svm")


def trained(points: Any, labels: Sequence[int], *, gamma: float, penalty: float) -> tuple[Any, Classifier]:
    """By scikit-learn, and the same in plain Python; the weights are anything."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        machine = svm.SVC(C=penalty, gamma=gamma, probability=True, random_state=0)
        machine.fit(points, labels, sample_weight=np.random.RandomState(1).rand(len(labels)) + 0.1)
    sign = -1.0 if len(machine.classes_) == 2 else 1.0
    return machine, Classifier(
        support=Support(gamma=gamma, vectors=tuple(map(int, machine.support_))),
        classes=tuple(map(Label, machine.classes_)),
        counts=tuple(map(int, machine.n_support_)),
        coefficients=tuple(map(tuple, (sign * machine.dual_coef_).tolist())),
        intercepts=tuple((sign * machine.intercept_).tolist()),
        slopes=tuple(machine._probA.tolist()),
        offsets=tuple(machine._probB.tolist()),
    )


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize(("gamma", "penalty"), [(0.5, 1.0), (2.0, 16.0), (0.01, 100.0)])
def test_evaluation_is_that_of_scikit_learn(classes: int, gamma: float, penalty: float) -> None:
    random = np.random.RandomState(classes)
    points = random.rand(90, 5)
    labels = [min(classes, 1 + int(classes * (point[0] * 0.7 + point[1] * 0.3 + 0.2 * random.rand()))) for point in points]
    machine, ours = trained(points, labels, gamma=gamma, penalty=penalty)
    vectors = [tuple(point) for point in points.tolist()]
    asked = random.rand(60, 5)
    decisions = machine.decision_function(asked) if classes == 2 else raw_decisions(machine, asked)
    for point, theirs, likely, label in zip(
        asked.tolist(), decisions, machine.predict_proba(asked), machine.predict(asked), strict=True
    ):
        distances = squared_distances(point, vectors)
        sign = -1.0 if classes == 2 else 1.0
        assert ours.decisions(distances) == pytest.approx(np.atleast_1d(sign * theirs).tolist(), abs=1e-6)
        found = ours.probabilities(distances)
        assert [found[each] for each in ours.classes] == pytest.approx(likely.tolist(), abs=1e-6)
        assert ours.predicted(distances) == label


def raw_decisions(machine: Any, asked: Any) -> Any:
    """Of the pairs."""
    machine.decision_function_shape = "ovo"
    return machine.decision_function(asked)


def test_another_kernel_would_be_noticed() -> None:
    """The comparison above is worth something: a little of the kernel's width makes a difference."""
    random = np.random.RandomState(5)
    points = random.rand(60, 3)
    machine, ours = trained(points, [1 + int(point[0] > 0.5) for point in points], gamma=1.0, penalty=4.0)
    wrong = Support(gamma=1.001, vectors=ours.support.vectors)
    distances = squared_distances(points[0].tolist(), [tuple(point) for point in points.tolist()])
    shifted = [each * 1.001 for each in distances]
    assert wrong.kernel(distances) == pytest.approx(ours.support.kernel(shifted))
    assert ours.decisions(shifted) != pytest.approx((-machine.decision_function(points[:1])).tolist(), abs=1e-6)


@given(st.lists(st.floats(0.001, 0.999), min_size=3, max_size=3))
def test_probabilities_are_probabilities(likely: list[float]) -> None:
    a, b, c = likely
    found = coupled([[0, a, b], [1 - a, 0, c], [1 - b, 1 - c, 0]])
    assert sum(found) == pytest.approx(1.0)
    assert all(each >= 0 for each in found)


def test_coupling_gives_back_what_the_pairs_agree_on() -> None:
    """Where pairs come from one distribution, that is what is found, within the tolerance of LIBSVM."""
    random = Random(1)
    for _ in range(20):
        parts = [random.uniform(0.1, 1.0) for _ in range(3)]
        chances = [part / sum(parts) for part in parts]
        duels = [[one / (one + other) for other in chances] for one in chances]
        assert coupled(duels) == pytest.approx(chances, abs=0.02)


def test_a_constant_says_the_same_of_everything() -> None:
    constant = Constant(label=Label.UNKNOWN, probability=0.9)
    assert constant.predicted([]) is Label.UNKNOWN
    assert sum(constant.probabilities([]).values()) == pytest.approx(1.0)
