"""``getopt`` and ``getopt_long``, as glibc has them.

Arguments that are no options are moved behind those that are, unless the string of options begins with ``+`` or ``-``.
The environment does not have ``POSIXLY_CORRECT``. Messages go to the standard error, which is not kept.
"""

from __future__ import annotations

from whet.interpreter.library.raw import c_string, read_bytes
from whet.interpreter.library.registry import Invocation, Models
from whet.interpreter.outcomes import NotInterpreted
from whet.interpreter.process import Process

models = Models()
_PERMUTES, _STOPS, _RETURNS = 0, ord("+"), ord("-")
_NO_ARGUMENT, _ARGUMENT = 0, 1
_MOST_LONG_OPTIONS = 1000


@models.function("int getopt(int, void *, const char *)", "int __posix_getopt(int, void *, const char *)")
def getopt(call: Invocation, count: int, vector: int, options: int) -> int:
    return _Scan(call, count, vector, options).result()


@models.function("int getopt_long(int, void *, const char *, const void *, int *)")
def getopt_long(call: Invocation, count: int, vector: int, options: int, longs: int, index: int) -> int:
    return _Scan(call, count, vector, options, longs, index).result()


class _Scan:
    """One call. ``next_character``, ``first`` and ``last`` are those of glibc: where the scan of a group of options continues,
    and which arguments before the current one are no options."""

    def __init__(self, call: Invocation, count: int, vector: int, options: int, longs: int = 0, index: int = 0) -> None:
        self._call = call
        self._process: Process = call.process
        self._vector = vector
        self._count = count
        self._longs, self._index = longs, index
        self._load = self._process.access.loader(call.pointer)
        self._store = self._process.access.storer(call.pointer)
        self._options = c_string(self._process, options)
        self._state = self._process.option_scan

    def result(self) -> int:
        """The result; ``optopt`` is stored at each call, as glibc does."""
        found = self._next() if self._count >= 1 else -1
        self._set("optopt", self._state.letter)
        return found

    def _next(self) -> int:
        state = self._state
        self._set("optarg", 0)
        if not state.is_begun or self._get("optind") == 0:
            self._begin()
        if self._options[:1] in (b"+", b"-"):
            self._options = self._options[1:]
        if not state.next_character or not self._byte(state.next_character):
            found = self._next_argument()
            if found is not None:
                return found
        return self._short_option()

    def _begin(self) -> None:
        state, first = self._state, self._options[:1]
        if self._get("optind") == 0:
            self._set("optind", 1)
        state.first = state.last = self._get("optind")
        state.next_character = 0
        state.order = first[0] if first in (b"+", b"-") else _PERMUTES
        if self._call.name == "__posix_getopt":
            state.order = _STOPS
        state.is_begun = True

    def _next_argument(self) -> int | None:
        """The result, if the next argument is no group of short options."""
        state = self._state
        self._skip()
        place = self._get("optind")
        if place == self._count:
            if state.first != state.last:
                self._set("optind", state.first)
            return -1
        argument = self._argument(place)
        if self._is_other(argument):
            if state.order == _STOPS:
                return -1
            self._set("optarg", argument)
            self._set("optind", place + 1)
            return 1
        if self._longs and self._byte(argument + 1) == ord("-"):
            return self._long_option(argument + 2)
        state.next_character = argument + 1
        return None

    def _skip(self) -> None:
        """Go to the next argument that is an option."""
        state, place = self._state, self._get("optind")
        state.last, state.first = min(state.last, place), min(state.first, place)
        if state.order == _PERMUTES:
            if state.last not in (state.first, place):
                self._exchange(place)
            elif state.last != place:
                state.first = place
            while place < self._count and self._is_other(self._argument(place)):
                place += 1
            state.last = place
        if place != self._count and self._is_end_of_options(self._argument(place)):
            place += 1
            if state.last not in (state.first, place):
                self._exchange(place)
            elif state.first == state.last:
                state.first = place
            state.last = place = self._count
        self._set("optind", place)

    def _exchange(self, end: int) -> None:
        """Options that were just read come before what is no option."""
        state, size = self._state, self._call.pointer.size
        addresses = [self._vector + size * place for place in range(state.first, end)]
        values = [self._load(address) for address in addresses]
        others = state.last - state.first
        for address, value in zip(addresses, values[others:] + values[:others], strict=True):
            self._store(address, value)
        state.first += end - state.last
        state.last = end

    def _short_option(self) -> int:
        state = self._state
        letter = self._byte(state.next_character)
        state.next_character += 1
        if not self._byte(state.next_character):
            self._set("optind", self._get("optind") + 1)
        at = self._options.find(letter) if letter else -1
        if at < 0 or letter in b":;":
            self._state.letter = self._signed(letter)
            return ord("?")
        if self._options[at + 1 : at + 2] != b":":
            return self._signed(letter)
        return self._argument_of(letter, is_optional=self._options[at + 2 : at + 3] == b":")

    def _argument_of(self, letter: int, *, is_optional: bool) -> int:
        state, place = self._state, self._get("optind")
        following, state.next_character = state.next_character, 0
        if self._byte(following):
            self._set("optarg", following)
            self._set("optind", place + 1)
        elif not is_optional and place == self._count:
            self._state.letter = self._signed(letter)
            return self._missing
        elif not is_optional:
            self._set("optarg", self._argument(place))
            self._set("optind", place + 1)
        return self._signed(letter)

    def _long_option(self, text: int) -> int:
        name, equals, _ = c_string(self._process, text).partition(b"=")
        place = self._get("optind") + 1
        self._set("optind", place)
        self._state.next_character = 0
        number = self._found(name)
        if number is None:
            self._state.letter = 0
            return ord("?")
        wants, flag, value = self._row(number)
        if equals and wants == _NO_ARGUMENT:
            self._state.letter = value
            return ord("?")
        if equals:
            self._set("optarg", text + len(name) + 1)
        elif wants == _ARGUMENT and place == self._count:
            self._state.letter = value
            return self._missing
        elif wants == _ARGUMENT:
            self._set("optarg", self._argument(place))
            self._set("optind", place + 1)
        store = self._process.access.storer(self._call.integer("int"))
        if self._index:
            store(self._index, number)
        if flag:
            store(flag, value)
        return 0 if flag else value

    def _found(self, name: bytes) -> int | None:
        """The number of the long option of this name, or of the only one that begins with it."""
        names = self._names()
        if name in names:
            return names.index(name)
        found = [number for number, each in enumerate(names) if each.startswith(name)]
        return found[0] if found and len({self._row(number) for number in found}) == 1 else None

    def _names(self) -> list[bytes]:
        names = list[bytes]()
        while pointer := self._pointer(self._longs + self._row_size * len(names)):
            if len(names) == _MOST_LONG_OPTIONS:
                raise NotInterpreted(f"more than {_MOST_LONG_OPTIONS} long options")
            names.append(c_string(self._process, pointer))
        return names

    @property
    def _row_size(self) -> int:
        return 4 * self._call.pointer.size

    def _row(self, number: int) -> tuple[int, int, int]:
        """Whether a long option has an argument, where its value is stored, and the value."""
        begin, size = self._longs + self._row_size * number, self._call.pointer.size
        load = self._process.access.loader(self._call.integer("int"))
        wants, value = load(begin + size), load(begin + 3 * size)
        assert isinstance(wants, int) and isinstance(value, int)
        return wants, self._pointer(begin + 2 * size), value

    @property
    def _missing(self) -> int:
        """The result for an argument that is missing."""
        return ord(":" if self._options.startswith(b":") else "?")

    def _is_other(self, argument: int) -> bool:
        return self._byte(argument) != ord("-") or not self._byte(argument + 1)

    def _is_end_of_options(self, argument: int) -> bool:
        return all(self._byte(argument + place) == each for place, each in enumerate(b"--\0"))

    def _argument(self, place: int) -> int:
        return self._pointer(self._vector + self._call.pointer.size * place)

    def _pointer(self, address: int) -> int:
        found = self._load(address)
        assert isinstance(found, int)
        return found

    def _byte(self, address: int) -> int:
        return read_bytes(self._process, address, 1)[0]

    def _signed(self, letter: int) -> int:
        return self._call.integer("char").wrap(letter)

    def _get(self, name: str) -> int:
        return self._process.shared[name].read()

    def _set(self, name: str, value: int) -> None:
        self._process.shared[name].write(value)
