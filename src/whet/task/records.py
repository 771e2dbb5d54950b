"""``dataclass`` as in the standard library, made in a fraction of the time.

Whet has several hundred small classes, and before Python 3.13 the standard library compiles up to six functions for each of
them, one at a time: that was more than half of the time in which the command starts.  Here, what is not called often (``repr``,
the refusal to be changed, pickling) is the same function for all classes, and the rest is compiled at once, when an object of the
class is first made, compared or hashed: a run uses a third of the classes.  ``__init__`` of an immutable class sets its slots
directly, which is also faster than what the standard library does.

Everything else is left to the standard library, which collects the fields, makes the slots and serves ``fields``, ``replace``
and ``asdict``.  It also makes what is rare: a class that inherits from another data class, that is
ordered, or that asks for a hash and has one.

Invariant: a class behaves as if the standard library had made it (``tests/task/test_records.py`` compares them).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from itertools import pairwise
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

_COMPILED = ("__init__", "__eq__", "__hash__")

if TYPE_CHECKING:
    from dataclasses import dataclass  # the type checker knows what this decorator does by its name
else:

    def dataclass(cls=None, /, *, kw_only=False, slots=False, **promises):
        def decorated(given: type) -> type:
            if _is_rare(given, **promises):
                return dataclasses.dataclass(given, kw_only=kw_only, slots=slots, **promises)
            own = frozenset(given.__dict__)
            made = dataclasses.dataclass(given, init=False, repr=False, eq=False, kw_only=kw_only, slots=slots)
            return _completed(made, own, **promises)

        return decorated if cls is None else decorated(cls)


def _is_rare(given: type, *, order: bool = False, unsafe_hash: bool = False, **_: bool) -> bool:
    return order or any(map(dataclasses.is_dataclass, given.__mro__[1:])) or (unsafe_hash and "__hash__" in given.__dict__)


def _completed(made: Any, own: frozenset[str], *, eq: bool = True, frozen: bool = False, unsafe_hash: bool = False) -> type:
    """The class with the methods of a data class that it does not define itself; ``own`` is what it defines."""
    given = [one for one in fields(made) if one.init and not one.kw_only]
    for before, after in pairwise(given):
        if _has_default(before) and not _has_default(after):
            raise TypeError(f"non-default argument {after.name!r} follows default argument {before.name!r}")
    told = made.__dataclass_params__
    told.init, told.repr, told.eq, told.frozen, told.unsafe_hash = True, True, eq, frozen, unsafe_hash
    methods: dict[str, Any] = {name: _Late(made, name, frozen) for name in _COMPILED} | {"__repr__": _repr}
    if frozen:
        methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    if frozen and "__slots__" in made.__dict__:
        methods |= {"__getstate__": _getstate, "__setstate__": _setstate}
    if not eq:
        del methods["__eq__"]
    if not unsafe_hash and not (eq and frozen):
        methods["__hash__"] = None if eq else made.__hash__
    if made.__hash__ is None:  # because it has an equality of its own
        own -= {"__hash__"}
    for name in methods.keys() - own:
        setattr(made, name, methods[name])
    return made  # type: ignore[no-any-return]


def _has_default(one: Field[Any]) -> bool:
    return one.default is not MISSING or one.default_factory is not MISSING


class _Late:
    """A method that is compiled when it is first looked up, with the others of its class."""

    def __init__(self, made: type, name: str, frozen: bool) -> None:
        self._made, self._name, self._frozen = made, name, frozen

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        for name, method in _compiled(self._made, self._frozen).items():
            if isinstance(self._made.__dict__.get(name), _Late):
                setattr(self._made, name, method)
        return self._made.__dict__[self._name].__get__(instance, owner)


def _compiled(made: type, frozen: bool) -> dict[str, Any]:
    found = fields(made)
    names: dict[str, Any] = {"_MISSING": MISSING, "__name__": made.__module__}
    has_slots = "__slots__" in made.__dict__
    body = list(_assignments(found, frozen, has_slots))
    for one in found:
        names[f"_default_{one.name}"] = one.default
        names[f"_make_{one.name}"] = one.default_factory
        if frozen:
            names[f"_set_{one.name}"] = made.__dict__[one.name].__set__ if has_slots else _setter(one.name)
    if hasattr(made, "__post_init__"):
        body.append("self.__post_init__()")
    compared = [one.name for one in found if one.compare]
    hashed = [one.name for one in found if (one.compare if one.hash is None else one.hash)]
    text = (
        f"def __init__({', '.join(_parameters(found))}):\n  {'; '.join(body) or 'pass'}\n"
        f"def __eq__(self, other):\n"
        f"  if other.__class__ is self.__class__: return {_tuple('self', compared)} == {_tuple('other', compared)}\n"
        f"  return NotImplemented\n"
        f"def __hash__(self): return hash({_tuple('self', hashed)})\n"
    )
    exec(text, names)
    methods = {name: names[name] for name in _COMPILED}
    for name, method in methods.items():
        method.__qualname__ = f"{made.__qualname__}.{name}"
    return methods


def _parameters(found: tuple[Field[Any], ...]) -> Iterator[str]:
    """Those by position, then those by name, each with its default."""
    yield "self"
    given = [one for one in found if one.init]
    yield from (_parameter(one) for one in given if not one.kw_only)
    named = [_parameter(one) for one in given if one.kw_only]
    yield from ["*", *named] if named else []


def _parameter(one: Field[Any]) -> str:
    if one.default is not MISSING:
        return f"{one.name}=_default_{one.name}"
    return one.name if one.default_factory is MISSING else f"{one.name}=_MISSING"


def _assignments(found: tuple[Field[Any], ...], frozen: bool, has_slots: bool) -> Iterator[str]:
    for one in found:
        value = _value(one, has_slots)
        if value is not None:
            yield f"_set_{one.name}(self, {value})" if frozen else f"self.{one.name} = {value}"


def _value(one: Field[Any], has_slots: bool) -> str | None:
    """What a field is set to; None if it is left alone: not a parameter, and its default is found in the class or nowhere."""
    makes = one.default_factory is not MISSING
    if one.init:
        return f"_make_{one.name}() if {one.name} is _MISSING else {one.name}" if makes else one.name
    if makes:
        return f"_make_{one.name}()"
    return f"_default_{one.name}" if has_slots and one.default is not MISSING else None


def _setter(name: str) -> Callable[[object, object], None]:
    return lambda instance, value: object.__setattr__(instance, name, value)


def _tuple(instance: str, names: list[str]) -> str:
    return f"({''.join(f'{instance}.{name}, ' for name in names)})"


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _refuse_to_set(self: Any, name: str, value: object) -> None:
    if _is_frozen(self, name):
        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    object.__setattr__(self, name, value)


def _refuse_to_delete(self: Any, name: str) -> None:
    if _is_frozen(self, name):
        raise FrozenInstanceError(f"cannot delete field {name!r}")
    object.__delattr__(self, name)


def _is_frozen(self: Any, name: str) -> bool:
    """A plain class that inherits from it may have more attributes."""
    return "__dataclass_fields__" in type(self).__dict__ or name in self.__dataclass_fields__


def _getstate(self: Any) -> list[object]:
    return [getattr(self, one.name) for one in fields(self)]


def _setstate(self: Any, state: list[object]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)


__all__ = ["dataclass"]
