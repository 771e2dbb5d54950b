"""A data class of ``task.records`` behaves as one of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest

from whet.task import records

Decorator = Callable[..., Any]
OPTIONS: tuple[Mapping[str, bool], ...] = tuple(
    {"frozen": frozen, "slots": slots, "eq": eq, "kw_only": kw_only, "unsafe_hash": unsafe_hash}
    for frozen in (False, True)
    for slots in (False, True)
    for eq in (False, True)
    for kw_only in (False, True)
    for unsafe_hash in (False, True)
)


def plain() -> type:
    class Point:
        """Two numbers."""

        x: int
        y: int = 7

        def total(self) -> int:
            return self.x + self.y

    return Point


def with_everything() -> type:
    class Everything:
        first: int
        hidden: str = field(default="h", repr=False, compare=False)
        many: list[int] = field(default_factory=list, hash=False)
        named: int = field(default=3, kw_only=True)
        later: int = field(default=5, init=False)
        made: tuple[int, ...] = field(default_factory=tuple, init=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "later", self.first + self.named)

    return Everything


def empty() -> type:
    class Empty:
        pass

    return Empty


def with_its_own() -> type:
    class Own:  # noqa: PLW1641
        x: int

        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            return "own"

    return Own


def with_its_own_hash() -> type:
    class Hashed:
        x: int

        def __hash__(self) -> int:
            return 42

    return Hashed


def with_equality_and_hash() -> type:
    class Both:
        x: int

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 42

    return Both


CLASSES: Mapping[Callable[[], type], Sequence[Mapping[str, object]]] = {
    plain: [{"x": 1}, {"x": 1, "y": 2}, {"x": 1, "y": 7}, {}],
    with_everything: [{"first": 1}, {"first": 1, "hidden": "other"}, {"first": 2, "many": [1]}, {"first": 1, "named": 9}],
    empty: [{}, {"x": 1}],
    with_its_own: [{"x": 1}, {"x": 2}],
    with_its_own_hash: [{"x": 1}, {"x": 2}],
    with_equality_and_hash: [{"x": 1}, {"x": 2}],
}


def outcome(action: Callable[..., object], *given: object) -> object:
    """What it gives, or the error it ends with."""
    try:
        return action(*given)
    except Exception as error:
        return type(error), str(error)


def parameters(cls: type) -> list[object]:
    return [(one.name, one.kind, one.default is inspect.Parameter.empty) for one in inspect.signature(cls).parameters.values()]


def behaviour(decorator: Decorator, make: Callable[[], type], options: Mapping[str, bool]) -> list[object]:
    """Everything that can be seen of a class and of its instances."""
    cls: Any = outcome(lambda: decorator(**options)(make()))
    if not isinstance(cls, type):
        return [cls]
    made: Any = cls
    seen = [
        made.__doc__ if make is plain else None,
        made.__match_args__,
        parameters(made),
        "__slots__" in vars(made),
        made.__hash__ is None,
    ]
    seen += [(one.name, one.init, one.kw_only) for one in dataclasses.fields(made)]
    instances = [outcome(lambda given: made(**given), given) for given in CLASSES[make]]
    seen += [repr(one) for one in instances]
    seen += [one == other for one in instances for other in instances if options["eq"] or one is not other]
    for one in instances:
        if isinstance(one, made):
            seen += of_instance(one, made.__match_args__)
    return seen


def of_instance(one: object, fields: tuple[str, ...]) -> Iterator[object]:
    yield outcome(lambda: hash(one) == hash(copy.copy(one)))
    yield outcome(lambda: dataclasses.asdict(one))  # type: ignore[call-overload]
    for name in ("x", "first", "absent"):
        refused = outcome(setattr, one, name, 1)
        # What is no field is refused for another reason if there are slots.
        yield refused if name in fields else isinstance(refused, tuple)
    yield isinstance(outcome(delattr, one, "x"), tuple)
    yield outcome(lambda: repr(copy.deepcopy(one)))


@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: "+".join(name for name in options if options[name]))
@pytest.mark.parametrize("make", CLASSES, ids=lambda make: make.__name__)
def test_a_class_behaves_as_one_of_the_standard_library(make: Callable[[], type], options: Mapping[str, bool]) -> None:
    assert behaviour(records.dataclass, make, options) == behaviour(dataclasses.dataclass, make, options)


def test_the_comparison_sees_a_difference() -> None:
    def careless(**options: bool) -> Any:
        return dataclasses.dataclass(**{**options, "repr": False})

    assert behaviour(careless, plain, OPTIONS[0]) != behaviour(dataclasses.dataclass, plain, OPTIONS[0])


@records.dataclass(frozen=True, slots=True)
class Kept:
    name: str
    parts: tuple[Kept, ...] = ()


def test_an_immutable_instance_can_be_sent_to_another_process() -> None:
    whole = Kept("a", (Kept("b"), Kept("c")))
    assert pickle.loads(pickle.dumps(whole)) == whole


def test_replace_makes_a_changed_copy() -> None:
    assert dataclasses.replace(Kept("a"), name="b") == Kept("b")


def test_a_pattern_takes_fields_by_their_position() -> None:
    match Kept("a"):
        case Kept(name):
            assert name == "a"


def test_a_cycle_has_a_text() -> None:
    @records.dataclass(slots=True)
    class Node:
        following: object = None

    node = Node()
    node.following = node
    assert repr(node).endswith("Node(following=...)")


def test_a_class_that_inherits_keeps_the_fields_of_its_base() -> None:
    @records.dataclass(frozen=True, slots=True)
    class Base:
        x: int

    @records.dataclass(frozen=True, slots=True)
    class Derived(Base):
        y: int

    assert repr(Derived(1, 2)).endswith("Derived(x=1, y=2)")
    assert hash(Derived(1, 2)) == hash(Derived(1, 2))
    with pytest.raises(FrozenInstanceError):
        Derived(1, 2).x = 3  # type: ignore[misc]


def test_a_plain_class_that_inherits_may_have_more() -> None:
    @records.dataclass(frozen=True)
    class Base:
        x: int

    class More(Base):
        pass

    more = More(1)
    more.extra = 2  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError):
        more.x = 3  # type: ignore[misc]


def test_what_the_standard_library_refuses_is_refused() -> None:
    with pytest.raises((TypeError, SyntaxError), match="non-default argument"):

        @records.dataclass
        class Wrong:
            x: int = 1
            y: int  # type: ignore[misc]
