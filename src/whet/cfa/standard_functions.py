"""The names of the functions of the C library: ISO C11, POSIX.1-2008, and a few of glibc that programs often use.

What such a function does is known to whoever reads the program, so of one that ``library`` has no model for it is said that it is
not modelled, and not that it has no body.  A macro that may be one (``putc``, ``isnan``) counts, too.
"""

from __future__ import annotations

from typing import Final

_BY_HEADER: Final = {
    "assert.h": "__assert_fail",
    "complex.h": """cabs cacos cacosh carg casin casinh catan catanh ccos ccosh cexp cimag clog conj cpow cproj creal csin
        csinh csqrt ctan ctanh""",
    "ctype.h": """isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit
        toascii tolower toupper""",
    "dirent.h": "alphasort closedir dirfd fdopendir opendir readdir readdir_r rewinddir scandir seekdir telldir",
    "dlfcn.h": "dlclose dlerror dlopen dlsym",
    "err.h": "err errx verr verrx vwarn vwarnx warn warnx",
    "fcntl.h": "creat fcntl open openat posix_fadvise posix_fallocate",
    "fenv.h": """feclearexcept fegetenv fegetexceptflag fegetround feholdexcept feraiseexcept fesetenv fesetexceptflag
        fesetround fetestexcept feupdateenv""",
    "fnmatch.h, glob.h, wordexp.h": "fnmatch glob globfree wordexp wordfree",
    "getopt.h": "getopt getopt_long getopt_long_only getsubopt",
    "grp.h, pwd.h": """endgrent endpwent getgrent getgrgid getgrgid_r getgrnam getgrnam_r getpwent getpwnam getpwnam_r
        getpwuid getpwuid_r setgrent setpwent""",
    "iconv.h, langinfo.h": "iconv iconv_close iconv_open nl_langinfo",
    "inttypes.h": "imaxabs imaxdiv strtoimax strtoumax wcstoimax wcstoumax",
    "libgen.h": "basename dirname",
    "locale.h": "duplocale freelocale localeconv newlocale setlocale uselocale",
    "math.h": """acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs fdim
        floor fma fmax fmin fmod frexp hypot ilogb j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint
        lround modf nan nearbyint nextafter nexttoward pow remainder remquo rint round scalbln scalbn sin sinh sqrt tan
        tanh tgamma trunc y0 y1 yn fpclassify isfinite isinf isnan isnormal signbit finite""",
    "mqueue.h, semaphore.h": """mq_close mq_getattr mq_notify mq_open mq_receive mq_send mq_setattr mq_unlink sem_close
        sem_destroy sem_getvalue sem_init sem_open sem_post sem_timedwait sem_trywait sem_unlink sem_wait""",
    "netdb.h, arpa/inet.h": """endhostent freeaddrinfo gai_strerror getaddrinfo gethostbyaddr gethostbyname gethostent
        getnameinfo getprotobyname getservbyname getservbyport htonl htons inet_addr inet_aton inet_ntoa inet_ntop
        inet_pton ntohl ntohs""",
    "poll.h, sys/select.h": "poll ppoll pselect select",
    "pthread.h": """pthread_atfork pthread_attr_destroy pthread_attr_getdetachstate pthread_attr_getstacksize
        pthread_attr_init pthread_attr_setdetachstate pthread_attr_setstacksize pthread_barrier_destroy
        pthread_barrier_init pthread_barrier_wait pthread_cancel pthread_cond_broadcast pthread_cond_destroy
        pthread_cond_init pthread_cond_signal pthread_cond_timedwait pthread_cond_wait pthread_create pthread_detach
        pthread_equal pthread_exit pthread_getspecific pthread_join pthread_key_create pthread_key_delete pthread_kill
        pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_timedlock pthread_mutex_trylock
        pthread_mutex_unlock pthread_mutexattr_destroy pthread_mutexattr_init pthread_mutexattr_settype pthread_once
        pthread_rwlock_destroy pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock
        pthread_rwlock_unlock pthread_rwlock_wrlock pthread_self pthread_setcancelstate pthread_setcanceltype
        pthread_setspecific pthread_sigmask pthread_spin_destroy pthread_spin_init pthread_spin_lock pthread_spin_trylock
        pthread_spin_unlock pthread_testcancel""",
    "regex.h": "regcomp regerror regexec regfree",
    "sched.h": "sched_get_priority_max sched_get_priority_min sched_getaffinity sched_setaffinity sched_yield",
    "search.h": "hcreate hdestroy hsearch insque lfind lsearch remque tdelete tfind tsearch twalk",
    "setjmp.h": "_longjmp _setjmp longjmp setjmp siglongjmp sigsetjmp",
    "signal.h": """kill killpg psignal raise sigaction sigaddset sigaltstack sigdelset sigemptyset sigfillset sigismember
        signal sigpause sigpending sigprocmask sigqueue sigsuspend sigtimedwait sigwait sigwaitinfo""",
    "spawn.h": "posix_spawn posix_spawnp",
    "stdatomic.h": "atomic_flag_clear atomic_flag_test_and_set atomic_signal_fence atomic_thread_fence",
    "stdio.h": """asprintf clearerr ctermid dprintf fclose fdopen feof ferror fflush fgetc fgetpos fgets fileno flockfile
        fmemopen fopen fprintf fputc fputs fread freopen fscanf fseek fseeko fsetpos ftell ftello ftrylockfile funlockfile
        fwrite getc getc_unlocked getchar getchar_unlocked getdelim getline gets open_memstream pclose perror popen printf
        putc putc_unlocked putchar putchar_unlocked puts remove rename renameat rewind scanf setbuf setbuffer setlinebuf
        setvbuf snprintf sprintf sscanf tempnam tmpfile tmpnam ungetc vasprintf vdprintf vfprintf vfscanf vprintf vscanf
        vsnprintf vsprintf vsscanf""",
    "stdlib.h": """_Exit a64l abort abs aligned_alloc at_quick_exit atexit atof atoi atol atoll bsearch calloc clearenv
        div drand48 ecvt erand48 exit fcvt free gcvt getenv getsubopt grantpt initstate jrand48 l64a labs lcong48 ldiv
        llabs lldiv lrand48 malloc mblen mbstowcs mbtowc mkdtemp mkostemp mkstemp mktemp mrand48 nrand48 on_exit
        posix_memalign posix_openpt ptsname putenv qsort qsort_r quick_exit rand rand_r random realloc reallocarray
        realpath seed48 setenv setstate srand srand48 srandom strtod strtof strtol strtold strtoll strtoq strtoul strtoull
        strtouq system unlockpt unsetenv valloc wcstombs wctomb""",
    "string.h, strings.h": """bcmp bcopy bzero explicit_bzero ffs ffsl ffsll index memccpy memchr memcmp memcpy memmem
        memmove mempcpy memrchr memset rawmemchr rindex stpcpy stpncpy strcasecmp strcasestr strcat strchr strchrnul
        strcmp strcoll strcpy strcspn strdup strdupa strerror strerror_r strlcat strlcpy strlen strncasecmp strncat
        strncmp strncpy strndup strndupa strnlen strpbrk strrchr strsep strsignal strspn strstr strtok strtok_r strverscmp
        strxfrm swab""",
    "sys/mman.h": "madvise mlock mlockall mmap mprotect msync munlock munlockall munmap posix_madvise shm_open shm_unlink",
    "sys/resource.h": "getpriority getrlimit getrusage setpriority setrlimit",
    "sys/socket.h": """accept accept4 bind connect getpeername getsockname getsockopt listen recv recvfrom recvmsg send
        sendfile sendmsg sendto setsockopt shutdown sockatmark socket socketpair""",
    "sys/stat.h": """chmod fchmod fchmodat fstat fstatat futimens lstat mkdir mkdirat mkfifo mkfifoat mknod mknodat stat
        umask utimensat""",
    "sys/time.h, utime.h": "adjtime getitimer gettimeofday setitimer settimeofday utime utimes",
    "sys/wait.h": "wait wait3 wait4 waitid waitpid",
    "sys/*.h": """brk epoll_create epoll_create1 epoll_ctl epoll_wait eventfd flock ftok getxattr inotify_add_watch
        inotify_init ioctl mount msgctl msgget msgrcv msgsnd prctl preadv ptrace pwritev readv sbrk semctl semget semop
        setxattr shmat shmctl shmdt shmget statfs statvfs syscall sysconf sysinfo timerfd_create timerfd_settime times
        umount uname writev""",
    "syslog.h": "closelog openlog setlogmask syslog vsyslog",
    "termios.h": """cfgetispeed cfgetospeed cfmakeraw cfsetispeed cfsetospeed cfsetspeed tcdrain tcflow tcflush tcgetattr
        tcgetpgrp tcgetsid tcsendbreak tcsetattr tcsetpgrp""",
    "threads.h": """call_once cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait mtx_destroy mtx_init
        mtx_lock mtx_timedlock mtx_trylock mtx_unlock thrd_create thrd_current thrd_detach thrd_equal thrd_exit thrd_join
        thrd_sleep thrd_yield tss_create tss_delete tss_get tss_set""",
    "time.h": """asctime asctime_r clock clock_getres clock_gettime clock_nanosleep clock_settime ctime ctime_r difftime
        getdate gmtime gmtime_r localtime localtime_r mktime nanosleep strftime strptime time timegm timer_create
        timer_delete timer_gettime timer_settime timespec_get tzset""",
    "uchar.h, wchar.h, wctype.h": """btowc c16rtomb c32rtomb fgetwc fgetws fputwc fputws fwide fwprintf fwscanf getwc
        getwchar iswalnum iswalpha iswblank iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace
        iswupper iswxdigit mbrlen mbrtoc16 mbrtoc32 mbrtowc mbsinit mbsnrtowcs mbsrtowcs putwc putwchar swprintf swscanf
        towctrans towlower towupper ungetwc vfwprintf vfwscanf vswprintf vswscanf vwprintf vwscanf wcpcpy wcpncpy wcrtomb
        wcscasecmp wcscat wcschr wcscmp wcscoll wcscpy wcscspn wcsdup wcsftime wcslen wcsncasecmp wcsncat wcsncmp wcsncpy
        wcsnlen wcspbrk wcsrchr wcsrtombs wcsspn wcsstr wcstod wcstof wcstok wcstol wcstold wcstoll wcstoul wcstoull
        wcswidth wcsxfrm wctob wctrans wctype wcwidth wmemchr wmemcmp wmemcpy wmemmove wmemset wprintf wscanf""",
    "unistd.h": """_exit access alarm brk chdir chown chroot close confstr crypt daemon dup dup2 dup3 execl execle execlp
        execv execve execvp execvpe faccessat fchdir fchown fchownat fdatasync fexecve fork fpathconf fsync ftruncate
        getcwd getdomainname getegid geteuid getgid getgroups gethostname getlogin getlogin_r getpagesize getpass getpgid
        getpgrp getpid getppid getsid getuid getwd isatty lchown link linkat lockf lseek nice pathconf pause pipe pipe2
        pread pwrite read readlink readlinkat rmdir setegid seteuid setgid setgroups sethostname setpgid setpgrp setregid
        setreuid setsid setuid sleep symlink symlinkat sync tcgetpgrp tcsetpgrp truncate ttyname ttyname_r ualarm unlink
        unlinkat usleep vfork write""",
}
"""By the header that declares them."""
_FLOATING: Final = ("complex.h", "math.h")
"""Headers whose functions exist for ``float`` (``sinf``) and ``long double`` (``sinl``), too."""

STANDARD_FUNCTIONS: Final = frozenset(
    name + suffix
    for header, names in _BY_HEADER.items()
    for name in names.split()
    for suffix in (("", "f", "l") if header in _FLOATING else ("",))
)

__all__ = ["STANDARD_FUNCTIONS"]
