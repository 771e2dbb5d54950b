// C11 7.21.5.3.  Whether a file can be opened is an input of the program, and what is in it is asked for when it is read.  A file
// that cannot be opened is not there.  A stream is the third byte of a block, so that it is not what malloc returns.
struct _IO_FILE;
enum { NO_SUCH_FILE = 2 };
int *__errno_location(void);
_Bool __VERIFIER_nondet_error(void);
#ifndef WHET_STREAM_OF
#define WHET_STREAM_OF(block) ((struct _IO_FILE *)((block) + 2))
#endif
char *__whet_stream(int size, const char *name, const char *mode);

static struct _IO_FILE *opened_stream(const char *name, const char *mode) {
    if (__VERIFIER_nondet_error()) {
        *__errno_location() = NO_SUCH_FILE;
        return 0;
    }
    char *block = __whet_stream(3, name, mode);
    return WHET_STREAM_OF(block);
}

struct _IO_FILE *fopen(const char *restrict name, const char *restrict mode) {
    return opened_stream(name, mode);
}

struct _IO_FILE *fopen64(const char *restrict name, const char *restrict mode) {
    return opened_stream(name, mode);
}
