// read pread recv fread fread_unlocked
// POSIX.1-2008, and C11 7.21.8.1 for fread.  What is read is an input of the program, and so is how much of it there is.
// may set errno
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
struct _IO_FILE;
enum { MOST = 0x7ffff000 };
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

static ssize_t received(char *to, size_t n) {
    if (__VERIFIER_nondet_error())
        return -1;
    return (ssize_t)some_bytes(to, n > MOST ? MOST : n);
}

ssize_t read(int file, void *buffer, size_t n) {
    return received(buffer, n);
}

ssize_t pread(int file, void *buffer, size_t n, long offset) {
    return received(buffer, n);
}

ssize_t recv(int file, void *buffer, size_t n, int flags) {
    return received(buffer, n);
}

static size_t elements(char *to, size_t size, size_t n) {
    if (size == 0 || n == 0)
        return 0;
    return some_bytes(to, n > (size_t)-1 / size ? (size_t)-1 : size * n) / size;
}

size_t fread(void *restrict to, size_t size, size_t n, struct _IO_FILE *restrict stream) {
    return elements(to, size, n);
}

size_t fread_unlocked(void *restrict to, size_t size, size_t n, struct _IO_FILE *restrict stream) {
    return elements(to, size, n);
}
