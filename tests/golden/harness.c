/* With this file the compiled program shows what whet found in it:
 *
 *     p.c:3:1: it fails
 *
 * Compile and run it, in the folder of this file:
 *
 *     gcc -m64 -g -w -O0 -IFOLDER FOLDER/p.c harness.c -o replay -no-pie -lm -lpthread -Wl,--unresolved-symbols=ignore-all
 *     ./replay </dev/null; echo $?
 *
 * It ends with status 99 when the error is reached.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WEAK __attribute__((weak))

#ifdef WHET_COVERAGE /* what was covered is to be written down, however the run ends */
extern void __gcov_dump(void);

static void whet_signal(int number)
{
    signal(number, SIG_DFL);
    __gcov_dump();
    raise(number);
}

__attribute__((constructor)) static void whet_begin(void)
{
    static char stack[1 << 16];
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGABRT};
    stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = whet_signal, .sa_flags = SA_ONSTACK};
    sigaltstack(&other, 0);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, 0);
}
#else
#define __gcov_dump()
#endif

__attribute__((noreturn)) static void whet_end(const char *what, int status)
{
    fflush(0);
    fprintf(stderr, "whet: %s\n", what);
    __gcov_dump();
    _Exit(status);
}

static void whet_error(const char *what)
{
    whet_end(what, 99);
}

/* Each value in the order in which it is asked for, and zeros when there are no more; who asks for very many is ended. */
static const struct { const void *value; unsigned long size; } whet_inputs[5 + 1] = {
    {&(signed int){-2147483647 - 1}, sizeof(signed int)}, /* __VERIFIER_nondet_int() = -2147483648 at p.c:3:9 */
    {&(unsigned long long){3ull}, sizeof(unsigned long long)}, /* __VERIFIER_nondet_ulong() = 3 at p.c:3:9 */
    {&(double){0xccccccccccccdp-55}, sizeof(double)}, /* __VERIFIER_nondet_double() = 0.1 at p.c:4:9 */
    {&(unsigned char[8]){0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xf8, 0x7f}, sizeof(unsigned char[8])}, /* __VERIFIER_nondet_double() = nan at p.c:5:9 */
    {&(_Bool){1u}, sizeof(_Bool)}, /* __VERIFIER_nondet_bool() = 1 at p.c:6:9 */
    {0, 0},
};

static void whet_take_inputs(void *place, unsigned long size)
{
    static unsigned next;
    if (next > 5 + 1000)
        whet_end("there are no more inputs", 96);
    memset(place, 0, size);
    if (next < 5)
        memcpy(place, whet_inputs[next].value, size < whet_inputs[next].size ? size : whet_inputs[next].size);
    next++;
}

/* Each value in the order in which it is asked for, and zeros when there are no more; who asks for very many is ended. */
static const struct { const void *value; unsigned long size; } whet_random[0 + 1] = {
    {0, 0},
};

static void whet_take_random(void *place, unsigned long size)
{
    static unsigned next;
    if (next > 0 + 1000)
        whet_end("there are no more inputs", 96);
    memset(place, 0, size);
    if (next < 0)
        memcpy(place, whet_random[next].value, size < whet_random[next].size ? size : whet_random[next].size);
    next++;
}

WEAK signed int __VERIFIER_nondet_int(void)
{
    signed int value;
    whet_take_inputs(&value, sizeof value);
    return value;
}

WEAK void __VERIFIER_error(void)
{
    whet_error("__VERIFIER_error() is called");
}

WEAK void reach_error(void)
{
    whet_error("reach_error() is called");
}

WEAK void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    fflush(0);
    fprintf(stderr, "%s:%u: %s: assertion '%s' fails\n", file, line, function, assertion);
    whet_error("an assertion fails");
}

WEAK void __VERIFIER_assert(int condition)
{
    if (!condition)
        whet_error("an assertion fails");
}

WEAK void __VERIFIER_assume(int condition)
{
    if (!condition)
        whet_end("an assumption does not hold", 97);
}

WEAK int __CPROVER_assert(int condition, const char *text)
{
    if (!condition)
        whet_error(text ? text : "an assertion fails");
    return 0;
}

WEAK int __CPROVER_postcondition(int condition, const char *text)
{
    if (!condition)
        whet_error(text ? text : "an assertion fails");
    return 0;
}

WEAK int __CPROVER_precondition(int condition, const char *text)
{
    if (!condition)
        whet_error(text ? text : "an assertion fails");
    return 0;
}

WEAK int __ESBMC_assert(int condition, const char *text)
{
    if (!condition)
        whet_error(text ? text : "an assertion fails");
    return 0;
}

WEAK int __CPROVER_assume(int condition)
{
    if (!condition)
        whet_end("an assumption does not hold", 97);
    return 0;
}

WEAK int __ESBMC_assume(int condition)
{
    if (!condition)
        whet_end("an assumption does not hold", 97);
    return 0;
}

WEAK void assume_abort_if_not(int condition)
{
    if (!condition)
        whet_end("an assumption does not hold", 97);
}

WEAK void abort(void)
{
    whet_end("abort() is called", 98);
}

WEAK void __VERIFIER_atomic_begin(void)
{
}

WEAK void __VERIFIER_atomic_end(void)
{
}

WEAK int __CPROVER_atomic_begin()
{
    return 0;
}

WEAK int __CPROVER_atomic_end()
{
    return 0;
}

WEAK int __CPROVER_printf()
{
    return 0;
}

WEAK int __CPROVER_input()
{
    return 0;
}

WEAK int __CPROVER_output()
{
    return 0;
}
