"""Models as files: what was written is what is read, and whatever was not written is refused."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.portfolio.choosing.made_up_tasks import FEATURES, made_up_tasks
from whet.portfolio.choosing.model import ChoiceModel
from whet.portfolio.choosing.model_file import VERSION, _digest, model_text, parse_model, read_model, write_model
from whet.portfolio.choosing.training import Training, train
from whet.task.errors import TaskError

pytest.importorskip("sklearn.svm")


@pytest.fixture(scope="module")
def model() -> ChoiceModel:
    return train(made_up_tasks(40), FEATURES, features_version=1, how=Training(folds=2, grid="quick"))


def test_what_is_written_is_read(model: ChoiceModel, tmp_path: Path) -> None:
    write_model(model, tmp_path / "model.json")
    assert read_model(str(tmp_path / "model.json")) == model
    assert [path.name for path in tmp_path.iterdir()] == ["model.json"]


def test_text_is_json_with_the_names_of_the_features(model: ChoiceModel) -> None:
    values = json.loads(model_text(model))
    assert (values["version"], tuple(values["features"])) == (VERSION, FEATURES)
    assert len(values["data"]["digest"]) == 64


def test_a_file_that_was_edited_is_refused(model: ChoiceModel) -> None:
    text = model_text(model).replace('"winner": "', '"winner":  "')
    with pytest.raises(TaskError, match="was changed since it was written"):
        parse_model(text, name="model.json")


def test_a_file_without_its_end_is_refused(model: ChoiceModel) -> None:
    with pytest.raises(TaskError, match="model is no JSON"):
        parse_model(model_text(model)[:-10], name="model.json")


def test_another_version_is_refused_with_advice(model: ChoiceModel) -> None:
    text = model_text(model).replace(f'"version": {VERSION}', '"version": 99', 1)
    with pytest.raises(TaskError, match=r"model\.json: the model has version 99 .* train it again"):
        parse_model(text, name="model.json")


@pytest.mark.parametrize("text", ["{}", "[]", '{"format": "another"}'])
def test_another_file_is_refused(text: str) -> None:
    with pytest.raises(TaskError, match="'whet bench train' writes one"):
        parse_model(text, name="model.json")


def put(*path: str | int, value: object) -> Callable[[Any], None]:
    def change(values: Any) -> None:
        for key in path[:-1]:
            values = values[key]
        values[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (put("winner", value="nobody"), "its winner is none"),
        (put("vectors", 0, value=[0.0]), "another length"),
        (put("vectors", 0, 0, value=math.nan), "is not a number"),
        (put("vectors", 0, 0, value="1"), "is not a number"),
        (put("vectors", value=[]), "another length"),
        (put("configurations", value=[]), "different names"),
        (put("configurations", 0, "machines", "support", "vectors", 0, value=10**6), "vector that is not there"),
        (put("configurations", 0, "machines", "support", "vectors", 0, value=-1), "vector that is not there"),
        (put("configurations", 0, "machines", "counts", 0, value=1000), "more or fewer coefficients"),
        (put("configurations", 0, "machines", "classes", value=[1, 1]), "different classes"),
        (put("configurations", 0, "machines", "classes", 0, value=7), "is damaged"),
        (put("configurations", 0, "machines", "slopes", value=[]), "one decision for each pair"),
        (put("configurations", 0, "seconds", "coefficients", value=[1.0]), "more or fewer coefficients"),
        (put("scaling", value=None), "is damaged"),
    ],
)
def test_nonsense_with_the_right_digest_is_refused(model: ChoiceModel, change: Callable[[Any], None], message: str) -> None:
    values = json.loads(model_text(model))
    change(values)
    del values["digest"]
    rest = json.dumps(values).removeprefix("{")
    text = f'{{\n "digest": "{_digest(rest)}",\n{rest}'
    with pytest.raises(TaskError, match=message):
        parse_model(text, name="model.json")


def test_json_that_is_nested_too_deeply_is_refused() -> None:
    with pytest.raises(TaskError, match="model is no JSON"):
        parse_model("[" * 100_000, name="model.json")


def test_infinite_count_is_refused(model: ChoiceModel) -> None:
    text = re.sub(r'"features_version": \d+', '"features_version": 1e999', model_text(model))
    head, _, rest = text.partition('",\n')
    with pytest.raises(TaskError, match="model is damaged: OverflowError"):
        parse_model(f'{head[:-64]}{_digest(rest)}",\n{rest}', name="model.json")
