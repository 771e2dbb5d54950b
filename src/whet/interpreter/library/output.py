"""``stdio.h``: what is written to the standard output is kept, what goes to the standard error or to a file is dropped."""

from __future__ import annotations

from typing import Any

from whet.cfa.library import TEXT_BYTE
from whet.interpreter.file_streams import Stream
from whet.interpreter.library.printf import Formatter, ListedArguments, PassedArguments
from whet.interpreter.library.raw import c_string, read_bytes, write_bytes
from whet.interpreter.library.registry import Invocation, Models

models = Models()


def _write(call: Invocation, to: Stream, text: bytes) -> int:
    to.write()
    if to.name == "stdout":
        call.process.write_output(text)
    return len(text)


def _formatted(call: Invocation, values: tuple[Any, ...]) -> bytes:
    """The format is the last parameter before ``...`` or before a ``va_list``."""
    arguments: ListedArguments | PassedArguments
    if call.name.startswith("v"):
        format, arguments = values[-2], ListedArguments(call.process, values[-1])
    else:
        fixed = len(values) - len(call.rest)
        arguments = PassedArguments(values[fixed:], call.rest, checks_contracts=call.process.checks_contracts)
        format = values[fixed - 1]
    return Formatter(call.process, arguments).format(c_string(call.process, format))


@models.function("int printf(const char *, ...)", "int __printf_chk(int, const char *, ...)", "int vprintf(const char *, void *)")
def printf(call: Invocation, *values: Any) -> int:
    text = _formatted(call, values)
    return _write(call, call.process.streams.now("stdout"), text)


@models.function(
    "int fprintf(void *, const char *, ...)",
    "int __fprintf_chk(void *, int, const char *, ...)",
    "int vfprintf(void *, const char *, void *)",
)
def fprintf(call: Invocation, stream: int, *values: Any) -> int:
    text = _formatted(call, values)
    return _write(call, call.process.streams.at(stream), text)


@models.function(
    "int sprintf(char *, const char *, ...)",
    "int __sprintf_chk(char *, int, size_t, const char *, ...)",
    "int vsprintf(char *, const char *, void *)",
)
def sprintf(call: Invocation, target: int, *values: Any) -> int:
    text = _formatted(call, values)
    write_bytes(call.process, target, text + b"\0")
    return len(text)


@models.function(
    "int snprintf(char *, size_t, const char *, ...)",
    "int __snprintf_chk(char *, size_t, int, size_t, const char *, ...)",
    "int vsnprintf(char *, size_t, const char *, void *)",
)
def snprintf(call: Invocation, target: int, size: int, *values: Any) -> int:
    text = _formatted(call, values)
    if size:
        write_bytes(call.process, target, text[: size - 1] + b"\0")
    return len(text)


@models.function(f"char {TEXT_BYTE}(const char *)")
def text_byte(call: Invocation, place: int) -> int:
    """A byte that was just formatted."""
    return call.integer("char").wrap(read_bytes(call.process, place, 1)[0])


@models.function("int puts(const char *)")
def puts(call: Invocation, string: int) -> int:
    text = c_string(call.process, string) + b"\n"
    return _write(call, call.process.streams.now("stdout"), text)


@models.function("int putchar(int)")
def putchar(call: Invocation, character: int) -> int:
    _write(call, call.process.streams.now("stdout"), bytes([character & 0xFF]))
    return character & 0xFF


@models.function("int putc(int, void *)", "int fputc(int, void *)", "int _IO_putc(int, void *)")
def putc(call: Invocation, character: int, stream: int) -> int:
    _write(call, call.process.streams.at(stream), bytes([character & 0xFF]))
    return character & 0xFF


@models.function("int fputs(const char *, void *)")
def fputs(call: Invocation, string: int, stream: int) -> int:
    text = c_string(call.process, string)
    _write(call, call.process.streams.at(stream), text)
    return 1


@models.function("size_t fwrite(const void *, size_t, size_t, void *)")
def fwrite(call: Invocation, data: int, size: int, count: int, stream: int) -> int:
    block = read_bytes(call.process, data, size * count)
    _write(call, call.process.streams.at(stream), block)
    return count if size else 0


@models.function("void perror(const char *)")
def perror(call: Invocation, text: int) -> None:
    call.process.streams.now("stderr").write()


@models.function(
    "void warn(const char *, ...)",
    "void warnx(const char *, ...)",
    "void vwarn(const char *, void *)",
    "void vwarnx(const char *, void *)",
    "void psignal(int, const char *)",
)
def warn(call: Invocation, *values: Any) -> None:
    """The text is formatted only because of what is read for it."""
    if call.name != "psignal" and values[0]:
        _formatted(call, values)
    call.process.streams.now("stderr").write()


@models.function("void syslog(int, const char *, ...)", "void vsyslog(int, const char *, void *)")
def syslog(call: Invocation, *values: Any) -> None:
    _formatted(call, values)
