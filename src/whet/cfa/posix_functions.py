"""Functions of POSIX and of the C library that only speak with the system: plain data for the table of ``library``.

What is said of each is what its manual page says: which of its arguments it writes through, that it keeps none of them, calls
nothing back, and stores no pointer.  ``name/2`` has two parameters, ``name/2+`` two or more.  A description counts only for what
a header of the system declares: programs have functions of their own that are called ``link`` or ``send``.

What is *not* here is left out for a reason:

- ``getopt``, ``setenv``, ``tzset``, ``strftime`` and their kin change variables that the program can see (``optind``,
  ``environ``, ``tzname``);
- ``strtof``, ``mbsrtowcs``, ``getaddrinfo``, ``regcomp``, ``localtime_r`` store pointers;
- ``epoll_ctl`` keeps a value that may be a pointer and comes back; ``ioctl`` and ``getsockopt`` may follow pointers in what they
  are given;
- ``accept``, ``getsockname``, ``recvfrom`` take a union of pointers in GNU's dialect, through which nobody follows them;
- ``mmap`` and ``munmap`` make and end objects;
- ``setlocale`` changes what other functions do; ``err`` and its kin have a body, and ``error`` may call back.
"""

from __future__ import annotations

from typing import Final

LEAVING: Final = """
__ctype_get_mb_cur_max/0 access/2 alarm/1 arc4random/0 arc4random_uniform/1 bind/3 bind_textdomain_codeset/2 bindtextdomain/2
btowc/1 cfgetispeed/1 cfgetospeed/1 chdir/1 chmod/2 chown/3 clearerr/1 close/1 closedir/1 connect/3 creat/2 creat64/2 difftime/2
dirfd/1 drand48/0 dup/1 dup2/2 dup3/3 endgrent/0 endpwent/0 execl/2+ execle/2+ execlp/2+ execv/2 execve/3 execvp/2 faccessat/4
fchdir/1 fchmod/2 fchmodat/4 fchown/3 fchownat/5 fclose/1 fdatasync/1 fdopen/2 fdopendir/1 feof/1 feof_unlocked/1 ferror/1
ferror_unlocked/1 fflush_unlocked/1 ffs/1 ffsl/1 ffsll/1 fgetwc/1 fileno/1 fileno_unlocked/1 flock/2 flockfile/1 fnmatch/3
fopen/2 fopen64/2 fpathconf/2 fputc_unlocked/2 fputs_unlocked/2 fputwc/2 fputws/2 fseek/3 fseeko/3 fseeko64/3 fsetpos/2 fsync/1
ftell/1 ftello/1 ftello64/1 ftruncate/2 ftruncate64/2 funlockfile/1 futimens/2 fwrite/4 fwrite_unlocked/4 gai_strerror/1
getegid/0 geteuid/0 getgid/0 getgrent/0 getgrgid/1 getgrnam/1 getlogin/0 getpagesize/0 getpgid/1 getpgrp/0 getppid/0
getpriority/2 getpwent/0 getpwnam/1 getpwuid/1 getsid/1 getuid/0 getwc/1 htonl/1 htons/1 inet_addr/1 inet_ntoa/1 isascii/1
isatty/1 iswalnum/1 iswalpha/1 iswblank/1 iswcntrl/1 iswctype/2 iswdigit/1 iswgraph/1 iswlower/1 iswprint/1 iswpunct/1
iswspace/1 iswupper/1 iswxdigit/1 kill/2 lchown/3 link/2 linkat/5 listen/2 lrand48/0 lseek/3 lseek64/3 mblen/2 mkdir/2 mkdirat/3
mkfifo/2 mknod/3 mrand48/0 nice/1 nl_langinfo/1 ntohl/1 ntohs/1 open/2+ open64/2+ openat/3+ openat64/3+ opendir/1 pathconf/2
pause/0 pclose/1 popen/2 posix_fadvise/4 pthread_self/0 putc_unlocked/2 putchar_unlocked/1 putwc/2 putwchar/1 pwrite/4
pwrite64/4 readdir/1 readdir64/1 remove/1 rename/2 renameat/4 rewind/1 rewinddir/1 rmdir/1 sched_yield/0 send/4 sendto/6
setbuf/2 setegid/1 seteuid/1 setgid/1 setgrent/0 setlinebuf/1 setpgid/2 setpgrp/0 setpriority/3 setpwent/0 setregid/2 setreuid/2
setrlimit/2 setsid/0 setsockopt/5 setuid/1 setvbuf/4 shutdown/2 sigismember/2 sleep/1 socket/3 srand48/1 srandom/1 strcoll/2
symlink/2 sync/0 sysconf/1 system/1 tcdrain/1 tcflow/2 tcflush/2 tcgetpgrp/1 tcsendbreak/2 tcsetattr/3 tcsetpgrp/2 textdomain/1
tmpfile/0 toascii/1 towctrans/2 towlower/1 towupper/1 truncate/2 truncate64/2 ttyname/1 umask/1 ungetc/2 ungetwc/2 unlink/1
unlinkat/3 usleep/1 utime/2 utimensat/4 utimes/2 wcscoll/2 wcswidth/2 wctob/1 wctype/1 wcwidth/1 write/3
"""
"""Return any value and change nothing that the program can see.  A pointer that one returns leads to memory of the library."""

READING: Final = "bcmp/3 mbsinit/1 strverscmp/2 wcscmp/2 wcslen/1 wcsncmp/3 wcsnlen/2 wmemcmp/3"
"""Look at what they are given, and leave ``errno`` alone."""

FINDING: Final = "index/2 memmem/4 memrchr/3 rawmemchr/2 rindex/2 strcasestr/2 strchrnul/2"
"""Return a pointer into the object that the first argument leads to, or none."""

NUMERIC: Final = "fma/3 ilogb/1 ldexp/2 llrint/1 llround/1 logb/1 lrint/1 lround/1 nexttoward/2 scalbln/2 scalbn/2"
"""Return any number, and may set ``errno``; so do those for ``float`` and ``long double``."""

PRINTING: Final = "dprintf/2+ syslog/2+ vdprintf/3 vsyslog/3 vwarn/2 vwarnx/2 warn/1+ warnx/1+"
"""Print by a format, and nothing else."""

WRITING: Final = {
    (0,): """
        arc4random_buf/2 bzero/2 cfmakeraw/1 cfsetispeed/2 cfsetospeed/2 explicit_bzero/2 getdomainname/2 getentropy/2
        gethostname/2 getloadavg/2 getlogin_r/2 getrandom/3 mbstowcs/3 mbtowc/3 mkostemp/2 mkstemp/1 mkstemp64/1 pipe/1 pipe2/2
        poll/3 pthread_cond_broadcast/1 pthread_cond_destroy/1 pthread_cond_init/2 pthread_cond_signal/1 pthread_mutex_destroy/1
        pthread_mutex_init/2 pthread_mutex_lock/1 pthread_mutex_trylock/1 pthread_mutex_unlock/1 pthread_mutexattr_destroy/1
        pthread_mutexattr_init/1 pthread_mutexattr_settype/2 pthread_rwlock_destroy/1 pthread_rwlock_init/2
        pthread_rwlock_rdlock/1 pthread_rwlock_unlock/1 pthread_rwlock_wrlock/1 rand_r/1 sem_destroy/1 sem_init/3 sem_post/1
        sem_trywait/1 sem_wait/1 sigaddset/2 sigdelset/2 sigemptyset/1 sigfillset/1 sigpending/1 strlcat/3 strlcpy/3 strxfrm/3
        sysinfo/1 times/1 uname/1 wait/1 wcstombs/3 wcsxfrm/3 wctomb/2
    """,
    (1,): """
        bcopy/3 clock_getres/2 clock_gettime/2 fgetpos/2 frexp/2 frexpf/2 frexpl/2 fstat/2 fstat64/2 fstatfs/2 fstatvfs/2
        getgroups/2 getitimer/2 getrlimit/2 getrlimit64/2 getrusage/2 inet_aton/2 lstat/2 lstat64/2 modf/2 modff/2 modfl/2
        nanosleep/2 readlink/3 recv/4 sem_getvalue/2 stat/2 stat64/2 statfs/2 statvfs/2 swab/3 tcgetattr/2 ttyname_r/3 waitpid/3
    """,
    (2,): """
        fcntl/2+ fcntl64/2+ fstatat/4 fstatat64/4 inet_pton/3 mbrlen/3 pthread_sigmask/3 readlinkat/4 setitimer/3
        sigprocmask/3
    """,
    (3,): "clock_nanosleep/4 socketpair/4",
    (0, 1): "gettimeofday/2 pthread_cond_wait/2 pthread_cond_timedwait/3",
    (0, 2): "wcrtomb/3",
    (0, 3): "mbrtowc/4",
    (1, 2, 3): "pselect/6",
    (1, 2, 3, 4): "select/5",
}
"""Write through these arguments, where they are not null, and return any value."""

GIVING_BACK: Final = {
    (0, 0, False): "wcscat/2 wcscpy/2 wcsncat/3 wcsncpy/3 wmemcpy/3 wmemmove/3 wmemset/3",
    (0, 0, True): "mkdtemp/1",
    (1, 1, True): "asctime_r/2 ctime_r/2",
    (2, 2, True): "inet_ntop/4",
}
"""Write through the first of these arguments, return the second, and may or may not return a null pointer instead."""

__all__ = ["FINDING", "GIVING_BACK", "LEAVING", "NUMERIC", "PRINTING", "READING", "WRITING"]
