"""What library functions do with the memory that their arguments point to: one table, from which checks are derived.

``name: access access ...`` has one word for each parameter, in order:

* ``-``: nothing that is checked here: a number, a stream, a handle of the library.
* ``s``: reads a string up to its end; ``s2`` reads at most as many characters of it as argument 2 says (from 0 on).
* ``c``, ``c2``: the same for two strings that are compared, which are read up to the first difference.  ``k``, ``k2``: ignoring
  case.
* ``S``: reads a string of wide characters.
* ``r2``, ``w2``: reads or writes as many bytes as argument 2 says; ``r1*2``: as the product of two arguments.
* ``i``, ``o``: reads or writes one object of the type that the parameter points to; ``o2``: two of them.
* ``p``: writes formatted output and a null character; ``p1``: at most as many bytes as argument 1 says.
* ``f``: reads a format for printing, and what the format says of the arguments after it; ``v``: these are a ``va_list``.
* ``x``: something that is not described by these words, so that it is not checked.

Functions whose body comes with Whet are here only if the body does not read what the function reads: what it reads is checked
like any other access.  A ``?`` after a word: the pointer may be null, and nothing is done then.  Arguments beyond the last word
belong to a format, or are numbers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Final

from whet.task.records import dataclass


class Access(Enum):
    """What is done with the memory that an argument points to."""

    NONE = "-"
    STRING = "s"
    COMPARED = "c"
    COMPARED_IGNORING_CASE = "k"
    WIDE_STRING = "S"
    READ = "r"
    WRITE = "w"
    OBJECT_READ = "i"
    OBJECT_WRITTEN = "o"
    OUTPUT = "p"
    FORMAT = "f"
    LIST = "v"
    NOT_CHECKED = "x"


@dataclass(frozen=True, slots=True)
class ArgumentAccess:
    """Of one argument."""

    access: Access
    counts: tuple[int, ...] = ()
    """The arguments whose product is the number of bytes or characters; of an object: how many there are."""
    may_be_null: bool = False


_WORD: Final = re.compile(r"(?P<access>[-sckSriwopfvx])(?P<counts>\d(?:\*\d)?)?(?P<null>\??)")

_TABLE: Final = """
memcpy: w2 r2 -          memmove: w2 r2 -         mempcpy: w2 r2 -         memset: w2 - -           memcmp: r2 r2 -
bcmp: r2 r2 -            bcopy: r2 w2 -           bzero: w1 -              explicit_bzero: w1 -     memmem: r1 - r3 -
strlen: s                strnlen: s1 -            strcmp: c c              strncmp: c2 c2 -         strcoll: s s
strcasecmp: k k          strncasecmp: k2 k2 -     strverscmp: s s          strcasestr: s s
wcslen: S                wcscoll: S S             fputws: S -
strtof: s o?             strtold: s o?            strtoimax: s o? -        strtoumax: s o? -

puts: s                  fputs: s -               fputs_unlocked: s -      perror: s?
fwrite: r1*2 - - -       fwrite_unlocked: r1*2 - - -
fopen: s s               fopen64: s s             freopen: s? s -          fdopen: - s              popen: s s
fgetpos: - o             fsetpos: - i             fclose: -                fflush: -                fputc: - -
putc: - -                fputc_unlocked: - -      putc_unlocked: - -       ungetc: - -              feof: -
feof_unlocked: -         ferror: -                ferror_unlocked: -       fflush_unlocked: -       clearerr: -
fileno: -                fileno_unlocked: -       flockfile: -             funlockfile: -           fseek: - - -
fseeko: - - -            fseeko64: - - -          ftell: -                 ftello: -                ftello64: -
rewind: -                pclose: -                setbuf: - -              setvbuf: - - - -         setlinebuf: -
fgetwc: -                getwc: -                 fputwc: - -              putwc: - -               ungetwc: - -
object_size: - -         dynamic_object_size: - -  classify_type: -         prefetch: -

printf: f                fprintf: - f             dprintf: - f             syslog: - f              printk: f
warn: f?                 warnx: f?                __printf_chk: - f        __fprintf_chk: - - f     err: - f?
errx: - f?
vprintf: f v             vfprintf: - f v          vdprintf: - f v          vsyslog: - f v           vwarn: f? v
vwarnx: f? v             __vprintf_chk: - f v     __vfprintf_chk: - - f v  verr: - f? v             verrx: - f? v
sprintf: p f             snprintf: p1 - f         __sprintf_chk: p - - f   __snprintf_chk: p1 - - - f
vsprintf: p f v          vsnprintf: p1 - f v      __vsprintf_chk: p - - f v  __vsnprintf_chk: p1 - - - f v

getenv: s                secure_getenv: s         unsetenv: s              setenv: s s -            system: s?
setlocale: - s?          textdomain: s?           bindtextdomain: s? s?    bind_textdomain_codeset: s? s?
nl_langinfo: -           strerror: -              strsignal: -             gai_strerror: -
localtime: i             gmtime: i                localtime_r: i o         gmtime_r: i o            mktime: o
asctime: i               ctime: i                 time: o?                 strftime: w1 - s i       difftime: - -
clock_gettime: - o       clock_getres: - o?       gettimeofday: o? o?      nanosleep: i o?          clock_nanosleep: - - i o?
getitimer: - o           setitimer: - i? o?       times: o?
rand_r: o                frexp: - o               frexpf: - o              frexpl: - o              modf: - o
modff: - o               modfl: - o

remove: s                rename: s s              renameat: - s - s        unlink: s                unlinkat: - s -
rmdir: s                 mkdir: s -               mkdirat: - s -           mkfifo: s -              mknod: s - -
open: s -                open64: s -              openat: - s -            openat64: - s -          creat: s -
creat64: s -             access: s -              faccessat: - s - -       chdir: s                 chmod: s -
fchmodat: - s - -        chown: s - -             lchown: s - -            fchownat: - s - - -      link: s s
linkat: - s - s -        symlink: s s             truncate: s -            truncate64: s -          readlink: s w2 -
readlinkat: - s w3 -     pathconf: s -            utime: s i?              utimes: s x?
stat: s o                stat64: s o              lstat: s o               lstat64: s o             fstat: - o
fstat64: - o             fstatat: - s o -         fstatat64: - s o -       statfs: s o              fstatfs: - o
statvfs: s o             fstatvfs: - o            opendir: s               closedir: -              readdir: -
readdir64: -             rewinddir: -             dirfd: -                 fnmatch: s s -           ttyname: -
write: - r2 -            pwrite: - r2 - -         pwrite64: - r2 - -       send: - r2 - -           bind: - r2 -
connect: - r2 -          setsockopt: - - - r4 -   gethostname: w1 -        getdomainname: w1 -      getlogin_r: w1 -
getentropy: w1 -         getrandom: w1 - -        arc4random_buf: w1 -     ttyname_r: - w2 -        pipe: o2
pipe2: o2 -              uname: o                 sysinfo: o               wait: o?                 waitpid: - o? -
getpwnam: s              getgrnam: s              inet_addr: s             inet_aton: s o           getrlimit: - o
getrlimit64: - o         setrlimit: - i           getrusage: - o           select: - o? o? o? o?    pselect: - o? o? o? i? i?
tcgetattr: - o           tcsetattr: - - i         cfgetispeed: i           cfgetospeed: i           cfsetispeed: o -
cfsetospeed: o -         cfmakeraw: o

pthread_mutex_init: o i?             pthread_mutex_destroy: o         pthread_mutex_lock: o          pthread_mutex_trylock: o
pthread_mutex_unlock: o              pthread_mutexattr_init: o        pthread_mutexattr_destroy: o
pthread_mutexattr_settype: o -
pthread_cond_init: o i?              pthread_cond_destroy: o          pthread_cond_signal: o         pthread_cond_broadcast: o
pthread_cond_wait: o o               pthread_cond_timedwait: o o i    pthread_rwlock_init: o i?      pthread_rwlock_destroy: o
pthread_rwlock_rdlock: o             pthread_rwlock_wrlock: o         pthread_rwlock_unlock: o
sem_init: o - -                      sem_destroy: o                   sem_post: o                    sem_wait: o
sem_trywait: o                       sem_getvalue: o o
sigemptyset: o                       sigfillset: o                    sigaddset: o -                 sigdelset: o -
sigismember: i -                     sigpending: o                    sigprocmask: - i? o?           pthread_sigmask: - i? o?
__assert_fail: - - - -               __assert: - - -                  __assert_rtn: - - - -
"""
_ROW: Final = re.compile(r"(\w+): ([^\n:]*?)(?=\s{2,}|\n)")


def arguments_of(name: str, arguments: int) -> tuple[ArgumentAccess, ...] | None:
    """What a library function does with its arguments, if it is called with so many; ``__builtin_f`` is ``f``."""
    plain = name.removeprefix("__builtin_").replace("__builtin___", "__")
    found = _described().get(plain)
    if found is None and plain.startswith("__") and plain.endswith("_chk"):  # has the size of the target as one more argument
        plain, arguments = plain[2:-4], arguments - 1
        found = _described().get(plain)
    if found is None or arguments < len(found):
        return None
    return found if arguments == len(found) or found[-1].access is Access.FORMAT or plain in _VARIADIC else None


def reads_or_writes(name: str, arguments: int) -> bool:
    """Is anything checked of the arguments of a function, where it is called by its name?"""
    return any(each.access is not Access.NONE for each in arguments_of(name, arguments) or ())


_VARIADIC: Final = frozenset({"open", "open64", "openat", "openat64"})


@cache
def _described() -> Mapping[str, tuple[ArgumentAccess, ...]]:
    rows = _ROW.findall(_TABLE)
    return MappingProxyType({name: tuple(map(_read, words.split())) for name, words in rows})


def _read(word: str) -> ArgumentAccess:
    found = _WORD.fullmatch(word)
    if found is None:
        raise ValueError(f"{word!r} does not describe an argument")
    counts = tuple(int(number) for number in (found["counts"] or "").split("*") if number)
    return ArgumentAccess(Access(found["access"]), counts, bool(found["null"]))


__all__ = ["Access", "ArgumentAccess", "arguments_of", "reads_or_writes"]
