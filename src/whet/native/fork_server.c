/* A process that starts the program again and again: it forks after the start-up, and each child runs the program on one test.
 *
 * Whet writes a test into the shared memory and a byte into the pipe for requests. The server answers with the status of the
 * child, the CPU time that it used, and whether it took an edge that no child took before. Whet allows each fork and ends children that run for too long. Server and children may do only what a program needs.
 *
 * The program may define functions of the C library. So the server calls few of them.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WHET_EDGES = 1 << 16, WHET_TEXT = 256 };

struct whet_value { unsigned char bytes[16]; };

struct whet_test {
    uint64_t secret;         /* only the functions that report an error know it */
    uint64_t proof;          /* written by the child: the secret, if an error was reported */
    uint32_t values, most;   /* how many values are given; how many the program may ask for */
    uint32_t tail, offset;   /* the values after these: which of the tails, and where it begins */
    uint32_t limit, data;    /* seconds of CPU time; megabytes of memory */
    uint32_t asked, child;   /* how many values the child asked for; its identifier */
    char text[WHET_TEXT];    /* written by the child: how it ended */
    unsigned char edges[WHET_EDGES];
};

static int whet_files[3]; /* for requests, answers and the shared memory */
static struct whet_test *whet_shared;
static unsigned char *whet_functions, *whet_tags;
static struct whet_value *whet_values, *whet_tails;
static unsigned whet_asked, whet_given, whet_most, whet_tail, whet_offset;
static uint64_t whet_secret;
static unsigned char *whet_edges;
static uintptr_t whet_before;

/* --------------------------------------------------------------------------------------------------------------- coverage */

void __sanitizer_cov_trace_pc(void)
{
    uintptr_t here = (uintptr_t)__builtin_return_address(0);
    here ^= here >> 15;
    if (whet_edges != 0)
        whet_edges[(here ^ whet_before) % WHET_EDGES]++;
    whet_before = here >> 1;
}

static unsigned char whet_bucket(unsigned char count)
{
    return count < 3 ? count : count == 3 ? 4 : count < 8 ? 8 : count < 16 ? 16 : count < 32 ? 32 : count < 128 ? 64 : 128;
}

/* Replace counts by buckets; is there a new one? */
static unsigned whet_news(void)
{
    static unsigned char seen[WHET_EDGES];
    uint64_t *words = (uint64_t *)whet_shared->edges;
    unsigned is_new = 0;
    for (unsigned word = 0; word < WHET_EDGES / 8; word++)
        if (words[word] != 0)
            for (unsigned at = word * 8; at < word * 8 + 8; at++) {
                unsigned char bucket = whet_bucket(whet_shared->edges[at]);
                whet_shared->edges[at] = bucket;
                is_new |= bucket & ~seen[at];
                seen[at] |= bucket;
            }
    return is_new != 0;
}

/* ----------------------------------------------------------------------------------------------------- for the harness */

__attribute__((noreturn)) void whet_report(const char *what, int status)
{
    if (whet_shared != 0) {
        for (unsigned at = 0; at < WHET_TEXT - 1 && (whet_shared->text[at] = what[at]) != 0; at++)
            ;
        whet_shared->proof = status == WHET_ERROR ? whet_secret : 0;
    }
    for (;;)
        syscall(SYS_exit_group, status);
}

/* The next value for the function of this number: one of the test if it is of the same kind, otherwise one of the tail. */
struct whet_value whet_next(unsigned function, int wants_float, double *number)
{
    unsigned at = whet_asked++;
    if (at >= whet_most)
        whet_report("there are no more inputs", WHET_EXHAUSTED);
    whet_functions[at] = function;
    whet_shared->asked = whet_asked;
    struct whet_value value;
    int is_float = wants_float;
    if (at < whet_given && (wants_float || !whet_tags[at]))
        value = whet_values[at], is_float = whet_tags[at];
    else
        value = whet_tails[((size_t)whet_tail * WHET_FUNCTIONS + function) * WHET_TAIL + (whet_offset + at) % WHET_TAIL];
    if (is_float)
        __builtin_memcpy(number, value.bytes, sizeof *number);
    else if (wants_float) {
        int64_t whole;
        __builtin_memcpy(&whole, value.bytes, sizeof whole);
        *number = whole;
    }
    return value;
}

/* ----------------------------------------------------------------------------------------------------------- the children */

static void whet_limit(int kind, rlim_t amount)
{
    struct rlimit limit = {amount, amount};
    setrlimit(kind, &limit);
}

/* The bytes that RLIMIT_AS (0) or RLIMIT_DATA (5) counts at present, by a number in /proc/self/statm. */
static rlim_t whet_size(unsigned wanted)
{
    char text[200] = "";
    int file = syscall(SYS_openat, AT_FDCWD, "/proc/self/statm", O_RDONLY);
    syscall(SYS_read, file, text, sizeof text - 1);
    syscall(SYS_close, file);
    rlim_t pages = 0;
    for (const char *at = text; *at != 0 && *at != '\n'; at++)
        if (*at == ' ' && wanted-- == 0)
            break;
        else
            pages = *at == ' ' ? 0 : pages * 10 + (*at - '0');
    return pages * 4096;
}

static void whet_confine(void)
{
    struct sock_filter filter[] = {WHET_FILTER};
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) != 0)
        syscall(SYS_exit_group, WHET_REFUSED);
}

static void whet_become_program(rlim_t all, rlim_t data)
{
    rlim_t more = (rlim_t)whet_shared->data << 20;
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    whet_limit(RLIMIT_CPU, whet_shared->limit); /* Whet looks at the time itself; this holds if it does not */
    if (!WHET_HAS_SHADOW)
        whet_limit(RLIMIT_AS, all + more);
    whet_limit(RLIMIT_DATA, data + more);
    whet_secret = whet_shared->secret;
    whet_shared->secret = 0;
    whet_given = whet_shared->values;
    whet_most = whet_shared->most;
    whet_tail = whet_shared->tail;
    whet_offset = whet_shared->offset;
    for (unsigned at = 0; at < 3; at++)
        syscall(SYS_close, whet_files[at]);
    whet_edges = whet_shared->edges;
}

static void whet_answer(const void *data, size_t size)
{
    if (syscall(SYS_write, whet_files[1], data, size) != (long)size) /* a pipe takes so little at once */
        syscall(SYS_exit_group, WHET_REFUSED);
}

extern int __fork(void);

/* The first variable of the environment has the descriptors, such as 5,6,8; the program does not see it. */
static void whet_take_files(char **environment)
{
    unsigned at = 0;
    for (const char *next = *environment; *next != 0; next++)
        if (*next == ',')
            at++;
        else if (*next >= '0' && *next <= '9' && at < 3)
            whet_files[at] = whet_files[at] * 10 + (*next - '0');
    for (; *environment != 0; environment++)
        environment[0] = environment[1];
}

/* Returns in the children. */
__attribute__((constructor(101))) static void whet_serve(int count, char **strings, char **environment)
{
    whet_take_files(environment);
    unsigned char *memory = mmap(0, WHET_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, whet_files[2], 0);
    if (memory == MAP_FAILED)
        syscall(SYS_exit_group, WHET_REFUSED);
    whet_shared = (struct whet_test *)memory;
    whet_functions = memory + sizeof(struct whet_test);
    whet_tags = whet_functions + WHET_MOST;
    whet_values = (struct whet_value *)(whet_tags + WHET_MOST);
    whet_tails = whet_values + WHET_MOST;
    whet_confine();
    rlim_t all = whet_size(0), data = whet_size(5);
    signal(SIGXFSZ, SIG_IGN);
    whet_answer("served start", WHET_ANSWER_BYTES);
    char request;
    while (syscall(SYS_read, whet_files[0], &request, 1) == 1) {
        struct rusage used = {{0}};
        int status = 0;
        __builtin_memset(whet_shared->edges, 0, WHET_EDGES);
        syscall(SYS_lseek, 2, 0, SEEK_SET);
        syscall(SYS_ftruncate, 2, 0);
        int child = __fork();
        if (child == 0) {
            whet_become_program(all, data);
            return;
        }
        whet_shared->child = child;
        while (child > 0 && wait4(child, &status, 0, &used) != child)
            ;
        uint32_t spent = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 + used.ru_utime.tv_usec + used.ru_stime.tv_usec;
        uint32_t answer[] = {child > 0 ? status : WHET_REFUSED << 8, spent, whet_news()};
        whet_answer(answer, sizeof answer);
    }
    syscall(SYS_exit_group, 0);
}
