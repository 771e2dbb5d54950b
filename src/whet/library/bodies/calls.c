// POSIX.1-2017 and Linux: whether a call succeeds is an input of the program.  An error leaves a number in errno.
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
int *__errno_location(void);
void _Exit(int status);
_Bool __VERIFIER_nondet_error(void);
_Bool __VERIFIER_nondet_terminal(void);
int __VERIFIER_nondet_status(void);
int __VERIFIER_nondet_process(void);
unsigned __VERIFIER_nondet_mode(void);
unsigned __VERIFIER_nondet_seconds(void);
long long __VERIFIER_nondet_offset(void);
unsigned long long __VERIFIER_nondet_length(void);
unsigned char __VERIFIER_nondet_byte(void);
enum {
    CALL_REFUSED = 1, CALL_NO_FILE = 2, CALL_IO_ERROR = 5, CALL_BAD_DESCRIPTOR = 9, CALL_NO_CHILD = 10, CALL_WRONG_ARGUMENT = 22,
    CALL_NO_TERMINAL = 25, CALL_NO_SEEK = 29, CALL_MOST_BYTES = 0x7ffff000,
    CALL_MOST_PROCESSES = 4194304,
};

static int call_failed(int number) {
    *__errno_location() = number;
    return -1;
}

static int call_result(int number) {
    return __VERIFIER_nondet_error() ? call_failed(number) : 0;
}

static int call_result_of_file(int file) {
    return file < 0 ? call_failed(CALL_BAD_DESCRIPTOR) : call_result(CALL_IO_ERROR);
}

int close(int file) {
    return call_result_of_file(file);
}

int isatty(int file) {
    if (file >= 0 && __VERIFIER_nondet_terminal())
        return 1;
    *__errno_location() = file < 0 ? CALL_BAD_DESCRIPTOR : CALL_NO_TERMINAL;
    return 0;
}

static long call_place(int file, long offset, int from) {
    if (file < 0)
        return call_failed(CALL_BAD_DESCRIPTOR);
    if (from == 0 && offset < 0)
        return call_failed(CALL_WRONG_ARGUMENT);
    if (__VERIFIER_nondet_error())
        return call_failed(CALL_NO_SEEK);
    if (from == 0)
        return offset;
    long long place = __VERIFIER_nondet_offset();
    return place < 0 || place != (long)place ? 0 : (long)place;
}

long lseek(int file, long offset, int from) {
    return call_place(file, offset, from);
}

long lseek64(int file, long offset, int from) {
    return call_place(file, offset, from);
}

static ssize_t call_written(int file, size_t n) {
    if (file < 0)
        return call_failed(CALL_BAD_DESCRIPTOR);
    if (n > (size_t)-1 / 2)
        return call_failed(CALL_WRONG_ARGUMENT);
    if (__VERIFIER_nondet_error())
        return call_failed(CALL_IO_ERROR);
    size_t most = n > CALL_MOST_BYTES ? CALL_MOST_BYTES : n;
    unsigned long long length = __VERIFIER_nondet_length();
    return length > most ? (ssize_t)most : (ssize_t)length;
}

ssize_t write(int file, const void *bytes, size_t n) {
    return call_written(file, n);
}

ssize_t pwrite(int file, const void *bytes, size_t n, long offset) {
    return offset < 0 ? call_failed(CALL_WRONG_ARGUMENT) : call_written(file, n);
}

ssize_t readlink(const char *restrict path, char *restrict to, size_t n) {
    if (n == 0 || __VERIFIER_nondet_error())
        return call_failed(CALL_WRONG_ARGUMENT);
    unsigned long long length = __VERIFIER_nondet_length();
    size_t most = n > 4095 ? 4095 : n, got = length > most ? most : length == 0 ? 1 : (size_t)length;
    for (size_t i = 0; i < got; i++) {
        unsigned char c = __VERIFIER_nondet_byte();
        to[i] = (char)(c == 0 ? 1 : c);
    }
    return (ssize_t)got;
}

int access(const char *name, int type) {
    return call_result(CALL_NO_FILE);
}

int faccessat(int folder, const char *name, int type, int flags) {
    return call_result(CALL_NO_FILE);
}

int chdir(const char *path) {
    return call_result(CALL_NO_FILE);
}

int fchdir(int file) {
    return call_result_of_file(file);
}

int chmod(const char *name, unsigned mode) {
    return call_result(CALL_NO_FILE);
}

int fchmod(int file, unsigned mode) {
    return call_result_of_file(file);
}

int chown(const char *name, unsigned user, unsigned group) {
    return call_result(CALL_NO_FILE);
}

int fchown(int file, unsigned user, unsigned group) {
    return call_result_of_file(file);
}

int lchown(const char *name, unsigned user, unsigned group) {
    return call_result(CALL_NO_FILE);
}

int link(const char *from, const char *to) {
    return call_result(CALL_NO_FILE);
}

int symlink(const char *from, const char *to) {
    return call_result(CALL_NO_FILE);
}

int unlink(const char *name) {
    return call_result(CALL_NO_FILE);
}

int unlinkat(int folder, const char *name, int flags) {
    return call_result(CALL_NO_FILE);
}

int rmdir(const char *path) {
    return call_result(CALL_NO_FILE);
}

int mkdir(const char *path, unsigned mode) {
    return call_result(CALL_NO_FILE);
}

int mkfifo(const char *path, unsigned mode) {
    return call_result(CALL_NO_FILE);
}

int remove(const char *name) {
    return call_result(CALL_NO_FILE);
}

int rename(const char *old, const char *replacement) {
    return call_result(CALL_NO_FILE);
}

int fsync(int file) {
    return call_result_of_file(file);
}

int fdatasync(int file) {
    return call_result_of_file(file);
}

int ftruncate(int file, long length) {
    return length < 0 ? call_failed(CALL_WRONG_ARGUMENT) : call_result_of_file(file);
}

int truncate(const char *name, long length) {
    return length < 0 ? call_failed(CALL_WRONG_ARGUMENT) : call_result(CALL_NO_FILE);
}

int flock(int file, int operation) {
    return call_result_of_file(file);
}

int tcflush(int file, int queue) {
    return call_result_of_file(file);
}

int tcdrain(int file) {
    return call_result_of_file(file);
}

int kill(int process, int number) {
    return call_result(CALL_REFUSED);
}

unsigned umask(unsigned mode) {
    return __VERIFIER_nondet_mode() & 0777;
}

unsigned sleep(unsigned seconds) {
    unsigned left = __VERIFIER_nondet_seconds();
    return left > seconds ? seconds : left;
}

unsigned alarm(unsigned seconds) {
    return __VERIFIER_nondet_seconds() & 0x7fffffff;
}

int usleep(unsigned microseconds) {
    return call_result(CALL_WRONG_ARGUMENT);
}

// How a process ended: the status that it returned, or the number of the signal, with the bit for a core.
static int call_end_of_process(void) {
    int status = __VERIFIER_nondet_status();
    int number = status & 0x7f;
    return number == 0x7f ? 0 : number != 0 ? status & 0xff : status & 0xff00;
}

int system(const char *command) {
    if (command == 0)
        return __VERIFIER_nondet_error();
    return __VERIFIER_nondet_error() ? call_failed(CALL_NO_CHILD) : call_end_of_process();
}

int waitpid(int process, int *status, int options) {
    if (__VERIFIER_nondet_error())
        return call_failed(CALL_NO_CHILD);
    int number = __VERIFIER_nondet_process();
    if ((options & 1) != 0 && number == 0)
        return 0;
    int ended = call_end_of_process();
    if ((options & 2) != 0 && __VERIFIER_nondet_error())
        ended = (__VERIFIER_nondet_status() & 0x3f00) | 0x7f; // stopped by a signal
    else if ((options & 8) != 0 && __VERIFIER_nondet_error())
        ended = 0xffff; // continued
    if (status != 0)
        *status = ended;
    return process > 0 ? process : number < 1 || number >= CALL_MOST_PROCESSES ? 1 : number;
}

int wait(int *status) {
    return waitpid(-1, status, 0);
}

// Another program takes the place of this one, unless there is an error.
static int call_executed(void) {
    if (!__VERIFIER_nondet_error())
        _Exit(0);
    return call_failed(CALL_NO_FILE);
}

int execl(const char *path, const char *argument, ...) {
    return call_executed();
}

int execlp(const char *file, const char *argument, ...) {
    return call_executed();
}

int execle(const char *path, const char *argument, ...) {
    return call_executed();
}

int execv(const char *path, char *const argv[]) {
    return call_executed();
}

int execve(const char *path, char *const argv[], char *const envp[]) {
    return call_executed();
}

int execvp(const char *file, char *const argv[]) {
    return call_executed();
}
