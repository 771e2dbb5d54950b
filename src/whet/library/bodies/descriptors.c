// POSIX.1-2017 open, dup, pipe: which descriptor comes next is an input of the program, because a process may begin with open files.
// assumed: DESCRIPTORS
int *__errno_location(void);
_Bool __VERIFIER_nondet_error(void);
int __VERIFIER_nondet_descriptor(void);
enum { FILE_NOT_FOUND = 2, FILE_BAD_DESCRIPTOR = 9, FILE_MOST_DESCRIPTORS = 1048576 };

static int file_failed(int number) {
    *__errno_location() = number;
    return -1;
}

static int file_new(void) {
    int file = __VERIFIER_nondet_descriptor();
    return file < 0 || file >= FILE_MOST_DESCRIPTORS ? 0 : file;
}

static int file_opened(void) {
    return __VERIFIER_nondet_error() ? file_failed(FILE_NOT_FOUND) : file_new();
}

int open(const char *name, int flags, ...) {
    return file_opened();
}

int open64(const char *name, int flags, ...) {
    return file_opened();
}

int openat(int folder, const char *name, int flags, ...) {
    return file_opened();
}

int openat64(int folder, const char *name, int flags, ...) {
    return file_opened();
}

int creat(const char *name, unsigned mode) {
    return file_opened();
}

int creat64(const char *name, unsigned mode) {
    return file_opened();
}

int dup(int file) {
    return file < 0 ? file_failed(FILE_BAD_DESCRIPTOR) : file_opened();
}

int dup2(int file, int other) {
    int is_possible = file >= 0 && other >= 0 && other < FILE_MOST_DESCRIPTORS;
    return is_possible && !__VERIFIER_nondet_error() ? other : file_failed(FILE_BAD_DESCRIPTOR);
}

int pipe(int files[2]) {
    if (__VERIFIER_nondet_error())
        return file_failed(FILE_BAD_DESCRIPTOR);
    int one = file_new(), other = file_new();
    files[0] = one;
    files[1] = one != other ? other : one == 0 ? 1 : one - 1;
    return 0;
}
