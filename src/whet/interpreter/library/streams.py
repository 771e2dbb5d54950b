"""Streams of ``stdio.h``: which one a library body reads from; opening, closing and querying. Bodies do not look at their stream,
so that proofs hold for any input; a run is given the one that is read (``interpreter.file_streams``)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from whet.cfa.library import CLOSE_STREAM, NEW_STREAM, STANDARD_STREAM, STREAMS, implied_stream, leads_to_stream
from whet.cfa.model import Function
from whet.cfa.semantics import Value
from whet.interpreter.file_streams import FileName, StreamRemainder
from whet.interpreter.library.raw import c_string
from whet.interpreter.library.registry import Invocation, Models
from whet.interpreter.memory import ObjectKind
from whet.interpreter.outcomes import NotInterpreted
from whet.interpreter.process import Process
from whet.library.accesses import AccessKind
from whet.library.notation import record_of

models = Models()
_BEGINS, _BEGINS_STDIN = "scanf_begins", "scanf_begins_stdin"
_END_OF_WORD, _OTHER_TEXT = "scanf_leaves_end_of_word", "scanf_leaves_other_text"
_EXPLAINS = "is_error_of_stream"
_TELLING = frozenset({_BEGINS, _END_OF_WORD, _OTHER_TEXT, _EXPLAINS})


def tells(function: Function) -> bool:
    """Does a call of this library function concern a stream?"""
    return function.written_name in _TELLING or implied_stream(function) is not None or bool(_streams_of(function))


def _streams_of(function: Function) -> tuple[int, ...]:
    return tuple(number for number, type in enumerate(function.type.parameters) if leads_to_stream(type))


def _counts_of(name: str) -> tuple[int, ...]:
    """The size and count parameters of a function that reads elements from a stream."""
    record = record_of(name)
    if record is None or record.position(AccessKind.STREAM) is None:
        return ()
    return next((each.counts for each in record.accesses if each.kind is AccessKind.WRITTEN and len(each.counts) == 2), ())


def entering(function: Function, process: Process) -> Callable[..., None]:
    """The effect of a call of a library function on streams; raises ``NotInterpreted`` for a stream that gives no input."""
    name, places, streams = function.written_name, _streams_of(function), process.streams
    implied, at_once = implied_stream(function), _counts_of(name)

    def read(*values: Value) -> None:
        streams.reads(values[places[0]] if places else None)

    def read_stdin_formatted(skips_blanks: Value) -> None:
        streams.reads(None)
        streams.begins(skips_blanks=bool(skips_blanks))

    def read_at_once(*values: Value) -> None:
        read(*values)
        size, count = (values[place] for place in at_once)
        assert isinstance(size, int) and isinstance(count, int)
        streams.wants(min(size * count, process.machine.size_t.max))

    noted: dict[str, Callable[..., None]] = {
        _BEGINS: lambda skips_blanks: streams.begins(skips_blanks=bool(skips_blanks)),
        _BEGINS_STDIN: read_stdin_formatted,
        _END_OF_WORD: partial(streams.leaves, StreamRemainder.END_OF_WORD),
        _OTHER_TEXT: partial(streams.leaves, StreamRemainder.OTHER_TEXT),
        _EXPLAINS: streams.explains_end,
        **({name: read_at_once} if at_once else {}),
    }
    if implied not in (None, "stdin"):
        return lambda *values: streams.now(implied).write()
    return noted.get(name, read if tells(function) else _nothing)


def _nothing(*values: Value) -> None:
    """No effect."""


@models.function(f"char *{NEW_STREAM}(int, const char *, const char *)")
def open_stream(call: Invocation, size: int, name: int, mode: int) -> int:
    """The stream is the third byte of its block."""
    return call.process.streams.opened(_name_of_file(call.process, name), c_string(call.process, mode)) - 2


@models.function(f"char *{STANDARD_STREAM}(int, int)")
def standard_stream(call: Invocation, size: int, number: int) -> int:
    return call.process.streams.standard(STREAMS[number]) - 2


@models.function(f"void {CLOSE_STREAM}(char *)")
def end_block(call: Invocation, block: int) -> None:
    """The run has closed the stream already."""


def _name_of_file(process: Process, address: int) -> FileName:
    """A given string whose end was not read may be any name."""
    lies_in, offset = process.memory.locate(address, 1)
    if lies_in.given is None:
        return FileName.of(c_string(process, address), is_literal=lies_in.kind is ObjectKind.STRING)
    if lies_in.given.becomes_name(offset):
        return FileName(None, lies_in.base)
    return FileName.of(c_string(process, address), lies_in.base)


@models.function("int fclose(void *)")
def close_stream(call: Invocation, stream: int) -> int:
    """Succeeds; errors of delayed writes are not modelled."""
    call.process.streams.closed(stream)
    return 0


@models.function("int fflush(void *)")
def flush(call: Invocation, stream: int) -> int:
    """A null pointer flushes all streams that are written."""
    if stream:
        call.process.streams.at(stream).flush()
    return 0


@models.function("int feof(void *)", "int feof_unlocked(void *)")
def is_at_end(call: Invocation, stream: int) -> int:
    return int(call.process.streams.at(stream).tell_end())


@models.function("int ferror(void *)", "int ferror_unlocked(void *)")
def is_in_error(call: Invocation, stream: int) -> int:
    """Raises ``NotInterpreted`` if it is not known."""
    call.process.streams.at(stream).is_at_end()
    return 0


@models.function("void clearerr(void *)", "void clearerr_unlocked(void *)")
def clear(call: Invocation, stream: int) -> None:
    call.process.streams.at(stream).clear()


@models.function("int fileno(void *)", "int fileno_unlocked(void *)")
def descriptor(call: Invocation, stream: int) -> int:
    """Raises ``NotInterpreted`` for a file: its descriptor depends on those that are open."""
    name = call.process.streams.at(stream).name
    if name not in STREAMS:
        raise NotInterpreted(f"{call.name} of {name}")
    return STREAMS.index(name)


@models.function("void setbuf(void *, char *)", "void setlinebuf(void *)", "int setvbuf(void *, char *, int, size_t)")
def set_buffer(call: Invocation, stream: int, *values: int) -> int:
    """How a stream is buffered changes nothing that a run sees."""
    call.process.streams.at(stream)
    return 0


@models.function("void flockfile(void *)", "void funlockfile(void *)")
def lock_stream(call: Invocation, stream: int) -> None:
    """There is one thread."""
    call.process.streams.at(stream)


@models.function("void sync(void)", "void setpwent(void)", "void endpwent(void)", "void setgrent(void)", "void endgrent(void)")
def nothing(call: Invocation) -> None:
    """Has no effect that a run sees."""
