// fopen fopen64
// C11 7.21.5.3.  Whether a file can be opened is an input of the program, and what is in it is asked for when it is read.  A file
// that cannot be opened is not there.
// only where the system declares them
// may set errno
struct _IO_FILE;
enum { NO_SUCH_FILE = 2 };
int *__errno_location(void);
_Bool __VERIFIER_nondet_error(void);
struct _IO_FILE *__whet_stream(const char *name, const char *mode, int fails);

static struct _IO_FILE *opened_stream(const char *name, const char *mode) {
    struct _IO_FILE *stream = __whet_stream(name, mode, __VERIFIER_nondet_error());
    if (stream == 0)
        *__errno_location() = NO_SUCH_FILE;
    return stream;
}

struct _IO_FILE *fopen(const char *restrict name, const char *restrict mode) {
    return opened_stream(name, mode);
}

struct _IO_FILE *fopen64(const char *restrict name, const char *restrict mode) {
    return opened_stream(name, mode);
}
