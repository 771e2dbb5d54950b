"""Training on made-up tasks: what can be learnt is learnt, twice the same, and evaluated without scikit-learn."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.portfolio.choosing.made_up_tasks import FEATURES, made_up_tasks
from whet.portfolio.choose import Operator
from whet.portfolio.choosing.machines import Constant, Label
from whet.portfolio.choosing.model import Scaling
from whet.portfolio.choosing.model_file import model_text, read_model, write_model
from whet.portfolio.choosing.observations import Observation, ObservedTask
from whet.portfolio.choosing.protocol import BY_CATEGORY, VIRTUAL_BEST, Repetition, StrategyTally, choice_name, medals, repetition
from whet.portfolio.choosing.training import GRIDS, Notes, Training, train
from whet.task.errors import TaskError

pytest.importorskip("sklearn.svm")
QUICK = Training(folds=2, grid="quick", resources=False)
TIMED = Training(folds=2, grid="quick")


def test_what_decides_is_learnt() -> None:
    notes = Notes()
    model = train(made_up_tasks(120), FEATURES, features_version=1, how=QUICK, notes=notes)
    judged = {each.name: each for each in model.judge({"loops": 0.1, "pointers": 0.9, "size": 10.0})}
    assert judged["unroller"].label is Label.CORRECT
    assert judged["prover"].label is Label.UNKNOWN
    assert judged["unroller"].correct > 0.6 > judged["prover"].correct
    assert notes.found.keys() == {"unroller", "prover", "guesser"}


def test_what_is_wrong_is_learnt() -> None:
    model = train(
        made_up_tasks(120), FEATURES, features_version=1, how=Training(folds=2, grid="quick", weighted=False, resources=False)
    )
    judged = {each.name: each for each in model.judge({"loops": 0.95, "pointers": 0.5, "size": 1000.0})}
    assert judged["guesser"].label is Label.WRONG


def test_training_repeats() -> None:
    first, second = (train(made_up_tasks(40), FEATURES, features_version=1, how=QUICK) for _ in range(2))
    assert model_text(first) == model_text(second)


def test_other_data_have_another_digest() -> None:
    first, second = (train(made_up_tasks(20, seed=seed), FEATURES, features_version=1, how=QUICK) for seed in (1, 2))
    assert first.data.digest != second.data.digest


def test_one_label_for_all_tasks_is_a_constant() -> None:
    runs = {"always": Observation(label=Label.CORRECT), "never": Observation(label=Label.UNKNOWN)}
    tasks = [ObservedTask(name=str(n), category="c", holds=True, features=(float(n),), runs=runs) for n in range(8)]
    known = train(tasks, ("n",), features_version=1, how=QUICK).configurations
    assert [each.classifier for each in known] == [
        Constant(label=Label.CORRECT, probability=0.9),
        Constant(label=Label.UNKNOWN, probability=0.9),
    ]


def test_nothing_to_learn_from_is_an_error() -> None:
    with pytest.raises(TaskError, match="nothing to learn from"):
        train([], FEATURES, features_version=1)


def test_a_feature_that_is_missing_is_an_error() -> None:
    model = train(made_up_tasks(20), FEATURES, features_version=1, how=QUICK)
    with pytest.raises(TaskError, match="not computed: size"):
        model.judge({"loops": 0.0, "pointers": 0.0})


def test_grid_of_the_guide_has_110_points() -> None:
    assert len(list(GRIDS["full"].points())) == 110


def test_what_lies_outside_counts_as_at_the_bound() -> None:
    scaling = Scaling.of([(0.0, 5.0, 1.0), (10.0, 5.0, 3.0)])
    assert scaling.scaled((20.0, 7.0, 0.0)) == (1.0, 0.0, 0.0)
    assert scaling.scaled((5.0, 5.0, 2.0)) == (0.5, 0.0, 0.5)


def test_choice_is_between_the_best_single_one_and_the_virtual_best() -> None:
    """On tasks it did not learn from; the made-up tasks are easy to tell apart."""
    found = repetition(made_up_tasks(150), FEATURES, number=0, how=TIMED, operators=(Operator.PROBABILITY, Operator.TIME))
    scores = {name: tally.score for name, tally in found.tallies.items()}
    singles = [scores[name] for name in ("unroller", "prover", "guesser")]
    assert max(singles) < scores[choice_name(Operator.PROBABILITY)] <= scores[VIRTUAL_BEST]
    assert scores[BY_CATEGORY] <= scores[VIRTUAL_BEST]
    assert {tally.tasks for tally in found.tallies.values()} == {60.0}
    assert sum(found.chosen.values()) == 60
    parts = [tallies[choice_name(Operator.PROBABILITY)] for tallies in found.by_category.values()]
    assert sum(tally.score for tally in parts) == scores[choice_name(Operator.PROBABILITY)]
    assert all(VIRTUAL_BEST not in tallies and BY_CATEGORY not in tallies for tallies in found.by_category.values())


def _split(**categories: dict[str, tuple[float, float]]) -> Repetition:
    """From scores and seconds."""
    tallies = {
        category: {name: StrategyTally(score=score, seconds=seconds) for name, (score, seconds) in numbers.items()}
        for category, numbers in categories.items()
    }
    return Repetition(tallies={}, by_category=tallies, chosen={}, seconds=0.0)


def test_medals_go_to_the_best_three_of_each_category() -> None:
    loops = {"a": (4.0, 9.0), "b": (4.0, 1.0), "c": (1.0, 1.0), "d": (0.0, 1.0)}
    assert medals([_split(loops=loops)]) == {"a": (0, 1, 0), "b": (1, 0, 0), "c": (0, 0, 1)}
    assert medals([_split(loops=loops), _split(loops=loops | {"c": (9.0, 1.0)})])["c"] == (1, 0, 0)
    assert medals([_split(loops=loops, heap={"a": (2.0, 1.0)})])["a"] == (1, 1, 0)


def test_no_medal_without_points() -> None:
    assert medals([_split(loops={"a": (0.0, 1.0), "b": (-16.0, 1.0)})]) == {}
    assert medals([]) == {}


def test_means_are_means() -> None:
    assert StrategyTally.mean([StrategyTally(1, 2, 0, 2), StrategyTally(2, 1, 0, 4)]) == StrategyTally(1.5, 1.5, 0, 3)


def test_evaluation_needs_neither_scikit_learn_nor_numpy(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    write_model(train(made_up_tasks(20), FEATURES, features_version=1, how=QUICK), path)
    program = (
        "import sys; sys.modules['sklearn'] = sys.modules['numpy'] = None\n"
        "from whet.portfolio.choose import chosen_by_model\n"
        "from whet.portfolio.choosing.model_file import read_model\n"
        f"model = read_model({str(path)!r})\n"
        "print(chosen_by_model(model, dict(loops=0.1, pointers=0.1, size=1.0), ['unroller', 'prover']).members)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "unroller" in done.stdout


def cpu_seconds(work: Callable[[], object]) -> float:
    """The least of five times."""
    times = []
    for _ in range(5):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


def test_a_decision_takes_not_much_longer_than_reading_a_file(tmp_path: Path) -> None:
    """Reading the model included: some milliseconds."""
    names = tuple(f"f{number}" for number in range(39))
    tasks = [
        ObservedTask(
            name=task.name,
            category=task.category,
            holds=task.holds,
            features=(*task.features, *(task.features[0] * number for number in range(36))),
            runs={f"{name}{copy}": run for name, run in task.runs.items() for copy in range(3)},
        )
        for task in made_up_tasks(200, timed=False)
    ]
    path = tmp_path / "model.json"
    write_model(train(tasks, names, features_version=1, how=QUICK), path)
    decision = cpu_seconds(lambda: read_model(str(path)).judge(dict.fromkeys(names, 0.5)))
    assert decision < 20 * cpu_seconds(lambda: json.loads(path.read_text()))
