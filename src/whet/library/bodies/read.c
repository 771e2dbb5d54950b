// POSIX.1-2008, and C11 7.21.8.1 for fread.  What is read is an input of the program, and so is how much of it there is.
// A file of a negative number is never open, and lengths that no ssize_t holds fail on Linux.  An error leaves a number in errno.
// With MSG_TRUNC recv returns how much there was, which may be more than there is room for.
#ifndef WHET_READS_AT_ONCE
#define WHET_READS_AT_ONCE(stream, size, n)
#endif
int *__errno_location(void);
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
struct _IO_FILE;
enum { MOST = 0x7ffff000, IO_ERROR = 5, NO_FILE = 9, WRONG_ARGUMENT = 22, TRUNCATED = 0x20 };
_Bool __VERIFIER_nondet_error(void);
unsigned long long __VERIFIER_nondet_length(void);
unsigned char __VERIFIER_nondet_byte(void);

static size_t some_bytes(char *to, size_t most) {
    unsigned long long length = __VERIFIER_nondet_length();
    size_t got = length > most ? most : (size_t)length;
    for (size_t i = 0; i < got; i++)
        to[i] = (char)__VERIFIER_nondet_byte();
    return got;
}

static ssize_t failed(int number) {
    *__errno_location() = number;
    return -1;
}

static ssize_t received(int file, char *to, size_t n) {
    if (file < 0)
        return failed(NO_FILE);
    if (n > (size_t)-1 / 2)
        return failed(WRONG_ARGUMENT);
    if (__VERIFIER_nondet_error())
        return failed(IO_ERROR);
    return (ssize_t)some_bytes(to, n > MOST ? MOST : n);
}

ssize_t read(int file, void *buffer, size_t n) {
    return received(file, buffer, n);
}

ssize_t pread(int file, void *buffer, size_t n, long offset) {
    return offset < 0 ? failed(WRONG_ARGUMENT) : received(file, buffer, n);
}

ssize_t recv(int file, void *buffer, size_t n, int flags) {
    ssize_t got = received(file, buffer, n);
    if (got >= 0 && (flags & TRUNCATED) != 0 && (size_t)got == n)
        got += (ssize_t)(__VERIFIER_nondet_length() % ((unsigned long long)MOST + 1 - (unsigned long long)got));
    return got;
}

static size_t elements(char *to, size_t size, size_t n) {
    if (size == 0 || n == 0)
        return 0;
    return some_bytes(to, n > (size_t)-1 / size ? (size_t)-1 : size * n) / size;
}

size_t fread(void *restrict to, size_t size, size_t n, struct _IO_FILE *restrict stream) {
    WHET_READS_AT_ONCE(stream, size, n)
    return elements(to, size, n);
}

size_t fread_unlocked(void *restrict to, size_t size, size_t n, struct _IO_FILE *restrict stream) {
    WHET_READS_AT_ONCE(stream, size, n)
    return elements(to, size, n);
}
