"""``stdio.h``: what is written to the standard output is kept, what goes to the standard error or to a file is dropped."""

from __future__ import annotations

from whet.cfa.library import TEXT_BYTE
from whet.cfa.semantics import Value
from whet.interpreter.file_streams import Stream
from whet.interpreter.library.printf import Formatter, ListedArguments, PassedArguments
from whet.interpreter.library.raw import c_string, read_bytes, write_bytes
from whet.interpreter.library.registry import Invocation, Models

models = Models()


def _write(call: Invocation, stream: int, text: bytes) -> None:
    _write_to(call, call.process.streams.at(stream), text)


def _print(call: Invocation, text: bytes) -> None:
    """To what ``stdout`` is now."""
    _write_to(call, call.process.streams.now("stdout"), text)


def _write_to(call: Invocation, to: Stream, text: bytes) -> None:
    to.write()
    if to.name == "stdout":
        call.process.write_output(text)


def _format(call: Invocation, format: int, values: tuple[Value, ...]) -> bytes:
    arguments = PassedArguments(values, call.rest, checks_contracts=call.process.checks_contracts)
    return Formatter(call.process, arguments).format(c_string(call.process, format))


def _format_list(call: Invocation, format: int, list: int) -> bytes:
    return Formatter(call.process, ListedArguments(call.process, list)).format(c_string(call.process, format))


# ---------------------------------------------------------------------------------------------------- formatted


@models.function("int printf(const char *, ...)")
def printf(call: Invocation, format: int, *values: Value) -> int:
    text = _format(call, format, values)
    _print(call, text)
    return len(text)


@models.function("int __printf_chk(int, const char *, ...)")
def printf_chk(call: Invocation, flag: int, format: int, *values: Value) -> int:
    text = _format(call, format, values)
    _print(call, text)
    return len(text)


@models.function("int fprintf(void *, const char *, ...)")
def fprintf(call: Invocation, stream: int, format: int, *values: Value) -> int:
    text = _format(call, format, values)
    _write(call, stream, text)
    return len(text)


@models.function("int __fprintf_chk(void *, int, const char *, ...)")
def fprintf_chk(call: Invocation, stream: int, flag: int, format: int, *values: Value) -> int:
    text = _format(call, format, values)
    _write(call, stream, text)
    return len(text)


@models.function("int sprintf(char *, const char *, ...)")
def sprintf(call: Invocation, target: int, format: int, *values: Value) -> int:
    text = _format(call, format, values)
    write_bytes(call.process, target, text + b"\0")
    return len(text)


@models.function("int __sprintf_chk(char *, int, size_t, const char *, ...)")
def sprintf_chk(call: Invocation, target: int, flag: int, room: int, format: int, *values: Value) -> int:
    text = _format(call, format, values)
    write_bytes(call.process, target, text + b"\0")
    return len(text)


@models.function("int snprintf(char *, size_t, const char *, ...)")
def snprintf(call: Invocation, target: int, size: int, format: int, *values: Value) -> int:
    text = _format(call, format, values)
    if size:
        write_bytes(call.process, target, text[: size - 1] + b"\0")
    return len(text)


@models.function("int __snprintf_chk(char *, size_t, int, size_t, const char *, ...)")
def snprintf_chk(call: Invocation, target: int, size: int, flag: int, room: int, format: int, *values: Value) -> int:
    text = _format(call, format, values)
    if size:
        write_bytes(call.process, target, text[: size - 1] + b"\0")
    return len(text)


# ---------------------------------------------------------------------------------------------------- lists of arguments


@models.function("int vprintf(const char *, void *)")
def vprintf(call: Invocation, format: int, list: int) -> int:
    text = _format_list(call, format, list)
    _print(call, text)
    return len(text)


@models.function("int vfprintf(void *, const char *, void *)")
def vfprintf(call: Invocation, stream: int, format: int, list: int) -> int:
    text = _format_list(call, format, list)
    _write(call, stream, text)
    return len(text)


@models.function("int vsprintf(char *, const char *, void *)")
def vsprintf(call: Invocation, target: int, format: int, list: int) -> int:
    text = _format_list(call, format, list)
    write_bytes(call.process, target, text + b"\0")
    return len(text)


@models.function("int vsnprintf(char *, size_t, const char *, void *)")
def vsnprintf(call: Invocation, target: int, size: int, format: int, list: int) -> int:
    text = _format_list(call, format, list)
    if size:
        write_bytes(call.process, target, text[: size - 1] + b"\0")
    return len(text)


@models.function(f"char {TEXT_BYTE}(const char *)")
def text_byte(call: Invocation, place: int) -> int:
    """One of those that were just written."""
    byte = read_bytes(call.process, place, 1)[0]
    return call.integer("char").wrap(byte)


# ---------------------------------------------------------------------------------------------------- plain


@models.function("int puts(const char *)")
def puts(call: Invocation, string: int) -> int:
    text = c_string(call.process, string) + b"\n"
    _print(call, text)
    return len(text)


@models.function("int putchar(int)")
def putchar(call: Invocation, character: int) -> int:
    _print(call, bytes([character & 0xFF]))
    return character & 0xFF


@models.function("int putc(int, void *)", "int fputc(int, void *)", "int _IO_putc(int, void *)")
def putc(call: Invocation, character: int, stream: int) -> int:
    _write(call, stream, bytes([character & 0xFF]))
    return character & 0xFF


@models.function("int fputs(const char *, void *)")
def fputs(call: Invocation, string: int, stream: int) -> int:
    _write(call, stream, c_string(call.process, string))
    return 1


@models.function("size_t fwrite(const void *, size_t, size_t, void *)")
def fwrite(call: Invocation, data: int, size: int, count: int, stream: int) -> int:
    _write(call, stream, read_bytes(call.process, data, size * count))
    return count if size else 0


@models.function("void perror(const char *)")
def perror(call: Invocation, text: int) -> None:
    """Goes to the standard error."""
    call.process.streams.now("stderr").write()
