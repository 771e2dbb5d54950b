"""The part of a harness that has streams: those of files that the program opens, and the ends that were met in them.

The bodies of the library ask for what they read, so a stream of a file gives nothing and takes whatever is written to it: no
file is touched.  Each body says which stream it reads, and what it is told of the end is noted for that one.  So ``feof`` returns
what it does in the run that the interpreter had (``whet.interpreter.file_streams``).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

NOTED: Final = MappingProxyType(
    {
        "__VERIFIER_nondet_end_of_input": "whet_noted_end(value)",
        "__VERIFIER_nondet_length": "whet_noted_length(value)",
    }
)
"""What functions that hand out inputs return, in terms of the input."""
_ASKED: Final = ("feof", "ferror", "clearerr", "feof_unlocked", "ferror_unlocked", "clearerr_unlocked")


def own(name: str) -> str:
    """What stands before a definition of a function of the library."""
    return f"#undef {name}\n#pragma weak {name}"


def stream_text() -> str:
    return "\n".join([_NOTING, _MADE, *map(own, _ASKED), _ASKING])


_NOTING = """\
/* Which streams are at their ends, by what was read from them. */
enum { WHET_MOST_STREAMS = 4096 };
static struct { FILE *stream; int is_at_end; } whet_streams[WHET_MOST_STREAMS];
static FILE *whet_stream_read;
static size_t whet_wanted;

static int *whet_end_of(FILE *stream)
{
    unsigned i = 0;
    while (i < WHET_MOST_STREAMS - 1 && whet_streams[i].stream != 0 && whet_streams[i].stream != stream)
        i++;
    whet_streams[i].stream = stream;
    return &whet_streams[i].is_at_end;
}

static void whet_reads(FILE *stream, size_t size, size_t count)
{
    whet_stream_read = stream;
    whet_wanted = size != 0 && count > (size_t)-1 / size ? (size_t)-1 : size * count;
}

static _Bool whet_noted_end(_Bool is_at_end)
{
    if (whet_stream_read != 0)
        *whet_end_of(whet_stream_read) = is_at_end;
    return is_at_end;
}

static unsigned long long whet_noted_length(unsigned long long length)
{
    if (whet_wanted != 0)
        whet_noted_end(length < whet_wanted);
    whet_wanted = 0;
    return length;
}

#define WHET_READS(stream) whet_reads(stream, 0, 0);
#define WHET_READS_AT_ONCE(stream, size, count) whet_reads(stream, size, count);
"""

_MADE = """\
/* A stream of a file: what is written to it is dropped. */
static ssize_t whet_drop(void *cookie, const char *data, size_t size)
{
    return (ssize_t)size;
}

WEAK char *__whet_stream(int size, const char *name, const char *mode)
{
    cookie_io_functions_t functions = {0, whet_drop, 0, 0};
    FILE *made = fopencookie(0, mode, functions);
    if (made != 0)
        *whet_end_of(made) = 0;
    return (char *)made;
}

#define WHET_STREAM_OF(block) ((FILE *)(block))
#define WHET_TIME_ZONE "UTC"
"""

_ASKING = """\
int feof(FILE *stream)
{
    return *whet_end_of(stream);
}

int ferror(FILE *stream)
{
    return 0;
}

void clearerr(FILE *stream)
{
    *whet_end_of(stream) = 0;
}

int feof_unlocked(FILE *stream)
{
    return feof(stream);
}

int ferror_unlocked(FILE *stream)
{
    return ferror(stream);
}

void clearerr_unlocked(FILE *stream)
{
    clearerr(stream);
}
"""
