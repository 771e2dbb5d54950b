"""A model as a file: JSON that people and other programs can read, of which nothing is executed when it is read.

The first entry is the digest of the rest of the text.  It is there for accidents, a file that was cut off or edited by hand; it
does not prove who wrote the file.  Whatever a file says, it decides only which configurations run, and never what they find.

Every number and index is checked when a file is read: a model that was read can be evaluated.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

from whet.portfolio.choosing.machines import AnyClassifier, Classifier, Constant, Label, Regressor, Support, Vector
from whet.portfolio.choosing.model import ChoiceModel, LearntConfiguration, Scaling, TrainingData
from whet.task.errors import TaskError, read_text

FORMAT = "whet choice model"
VERSION = 1
_DIGEST = re.compile(r'\A\{\n "digest": "([0-9a-f]{64})",\n')


def write_model(model: ChoiceModel, path: Path) -> None:
    """The file appears when it is complete."""
    unfinished = path.with_name(f"{path.name}.new")
    unfinished.write_text(model_text(model), encoding="utf-8")
    unfinished.replace(path)


def read_model(path: str) -> ChoiceModel:
    """Raises ``TaskError`` for a file that is no model, or none of this version."""
    return parse_model(read_text(path), name=path)


def model_text(model: ChoiceModel) -> str:
    """One line for each vector and each configuration, so that files can be compared."""
    head = {"format": FORMAT, "version": VERSION, "features": list(model.features), "features_version": model.features_version}
    about = {
        "winner": model.winner,
        "data": asdict(model.data),
        "settings": dict(model.settings),
        "scaling": asdict(model.scaling),
    }
    lines = [f' "{key}": {json.dumps(value)},' for key, value in {**head, **about}.items()]
    lines += [' "vectors": [', *_listed(model.vectors), " ],"]
    lines += [' "configurations": [', *_listed([_known_as_json(each) for each in model.configurations]), " ]", "}"]
    rest = "\n".join(lines) + "\n"
    return f'{{\n "digest": "{_digest(rest)}",\n{rest}'


def _listed(items: Sequence[object]) -> list[str]:
    texts = [f"  {json.dumps(item)}," for item in items]
    return [*texts[:-1], texts[-1].removesuffix(",")] if texts else []


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _known_as_json(known: LearntConfiguration) -> dict[str, object]:
    regressors = {"seconds": known.seconds, "memory": known.memory}
    classifier = known.classifier
    kind = "constant" if isinstance(classifier, Constant) else "machines"
    return {
        "name": known.name,
        kind: asdict(classifier),
        **{key: asdict(each) for key, each in regressors.items() if each is not None},
    }


def parse_model(text: str, *, name: str) -> ChoiceModel:
    place = _Place(name)
    found = _DIGEST.match(text)
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        place.refuse(f"is no JSON: {error}")
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        place.refuse("is no model of configurations; 'whet bench train' writes one")
    if values.get("version") != VERSION:
        place.refuse(f"has version {values.get('version')!r} of the format, and only {VERSION} can be read; train it again")
    if found is None or _digest(text[found.end() :]) != found[1]:
        place.refuse("was changed since it was written, its digest is another; write it anew with 'whet bench train'")
    try:
        return _model(values, place)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as error:
        place.refuse(f"is damaged: {type(error).__name__}: {error}")


class _Place:
    """Of a file, for messages."""

    def __init__(self, name: str) -> None:
        self._name = name

    def refuse(self, message: str) -> NoReturn:
        raise TaskError(f"the model {message}", place=self._name)

    def expect(self, condition: bool, what: str) -> None:
        if not condition:
            self.refuse(f"is damaged: {what}")


def _model(values: Mapping[str, Any], place: _Place) -> ChoiceModel:
    features = tuple(map(str, values["features"]))
    scaling = Scaling(lows=_vector(values["scaling"]["lows"]), highs=_vector(values["scaling"]["highs"]))
    vectors = tuple(map(_vector, values["vectors"]))
    lengths = {len(each) for each in (scaling.lows, scaling.highs, *vectors)}
    place.expect(lengths == {len(features)} and len(vectors) > 0, "its vectors have another length than its features")
    configurations = tuple(_known(each, len(vectors), place) for each in values["configurations"])
    names = [each.name for each in configurations]
    place.expect(len(set(names)) == len(names) > 0, "its configurations do not have different names")
    place.expect(values["winner"] in names, "its winner is none of its configurations")
    return ChoiceModel(
        features=features,
        features_version=int(values["features_version"]),
        scaling=scaling,
        vectors=vectors,
        configurations=configurations,
        winner=values["winner"],
        data=TrainingData(**values["data"]),
        settings=dict(values["settings"]),
    )


def _known(values: Mapping[str, Any], count: int, place: _Place) -> LearntConfiguration:
    regressors = {key: _regressor(values[key], count, place) if key in values else None for key in ("seconds", "memory")}
    return LearntConfiguration(name=str(values["name"]), classifier=_classifier(values, count, place), **regressors)


def _classifier(values: Mapping[str, Any], count: int, place: _Place) -> AnyClassifier:
    if "constant" in values:
        said = values["constant"]
        return Constant(label=Label(said["label"]), probability=_number(said["probability"]))
    said = values["machines"]
    made = Classifier(
        support=_support(said["support"], count, place),
        classes=tuple(map(Label, said["classes"])),
        counts=tuple(map(int, said["counts"])),
        coefficients=tuple(map(_vector, said["coefficients"])),
        intercepts=_vector(said["intercepts"]),
        slopes=_vector(said["slopes"]),
        offsets=_vector(said["offsets"]),
    )
    size = len(made.classes)
    of_pairs = {len(each) for each in (made.intercepts, made.slopes, made.offsets)}
    rows = {len(row) for row in made.coefficients}
    place.expect(len(set(made.classes)) == size == len(made.counts) and size > 1, "a machine does not have different classes")
    place.expect(all(each >= 0 for each in made.counts), "a machine has a class with less than no vectors")
    place.expect(of_pairs == {size * (size - 1) // 2}, "a machine does not have one decision for each pair")
    place.expect(len(made.coefficients) == size - 1, "a machine does not have one row of coefficients less than classes")
    place.expect(
        rows == {sum(made.counts)} == {len(made.support.vectors)}, "a machine has more or fewer coefficients than vectors"
    )
    return made


def _regressor(values: Mapping[str, Any], count: int, place: _Place) -> Regressor:
    support, coefficients = _support(values["support"], count, place), _vector(values["coefficients"])
    place.expect(len(coefficients) == len(support.vectors), "a machine has more or fewer coefficients than vectors")
    return Regressor(support=support, coefficients=coefficients, intercept=_number(values["intercept"]))


def _support(values: Mapping[str, Any], count: int, place: _Place) -> Support:
    vectors = tuple(map(int, values["vectors"]))
    place.expect(all(0 <= number < count for number in vectors), "a machine needs a vector that is not there")
    return Support(gamma=_number(values["gamma"]), vectors=vectors)


def _vector(values: Sequence[object]) -> Vector:
    return tuple(map(_number, values))


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        raise ValueError(f"{value!r} is not a number")
    return float(value)
