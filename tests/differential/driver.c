/* Runs a program once for every vector of inputs and prints how each run ended.
 *
 *   program LENGTH BASE ENVIRONMENTS
 *
 * A vector has LENGTH digits below BASE; each call of an input function takes the next one.  The environment is a number below
 * ENVIRONMENTS that says where the pointers of this unit point.  For each vector: a line "V", lines "P site value" of the
 * probes, and a line "E status".  The program's main is compiled under the name program_main.  An error function that the
 * program defines itself is noticed by -finstrument-functions. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_INPUT_LEFT = 96, ASSUMED_AWAY = 98, ERROR_REACHED = 99, MOST_DIGITS = 16 };

int program_main(void);

static int digits[MOST_DIGITS], length, used;

static int next_digit(void) {
    if (used >= length)
        _exit(NO_INPUT_LEFT);
    return digits[used++];
}

_Bool __VERIFIER_nondet_bool(void) { return next_digit() & 1; }
char __VERIFIER_nondet_char(void) { return (char)next_digit(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)next_digit(); }
short __VERIFIER_nondet_short(void) { return (short)next_digit(); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)next_digit(); }
int __VERIFIER_nondet_int(void) { return next_digit(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)next_digit(); }
long __VERIFIER_nondet_long(void) { return next_digit(); }
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)next_digit(); }
int rand(void) { return next_digit(); }

void __VERIFIER_assume(int condition) {
    if (!condition)
        _exit(ASSUMED_AWAY);
}

static void hit(void) { _exit(ERROR_REACHED); }
__attribute__((weak)) void reach_error(void) { hit(); }
__attribute__((weak)) void __VERIFIER_error(void) { hit(); }
void __assert_fail(const char *what, const char *file, unsigned line, const char *function) { hit(); abort(); }

void __cyg_profile_func_enter(void *function, void *caller) {
    if (function == (void *)reach_error || function == (void *)__VERIFIER_error)
        hit();
}
void __cyg_profile_func_exit(void *function, void *caller) {}

void probe_signed(int site, long long value) { dprintf(1, "P %d %lld\n", site, value); }
void probe_unsigned(int site, unsigned long long value) { dprintf(1, "P %d %llu\n", site, value); }
void probe_float(int site, double value) { dprintf(1, "P %d %a\n", site, value); }

/* What a program may declare as extern.  In environment 1 the pointers lead to the other objects. */
struct extern_node {
    struct extern_node *next;
    int value;
};
static int hidden, hidden_array[4];
static struct extern_node hidden_node;
int extern_int, extern_array[4];
struct extern_node extern_head;
int *extern_pointer, *extern_into_array;

static void choose_environment(int environment) {
    extern_pointer = environment ? &extern_int : &hidden;
    extern_into_array = environment ? extern_array : hidden_array;
    extern_head.next = environment ? &extern_head : &hidden_node;
}
int *extern_function(void) { return extern_pointer; }

static void run(long vector, int base, int environment) {
    pid_t child = fork();
    if (child == 0) {
        for (int i = 0; i < length; i++, vector /= base)
            digits[i] = (int)(vector % base);
        choose_environment(environment);
        alarm(2);
        exit(program_main());
    }
    int status;
    waitpid(child, &status, 0);
    dprintf(1, "E %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

int main(int argc, char **argv) {
    int base = atoi(argv[2]), environments = atoi(argv[3]);
    length = atoi(argv[1]);
    long vectors = 1;
    for (int i = 0; i < length; i++)
        vectors *= base;
    for (int environment = 0; environment < environments; environment++)
        for (long vector = 0; vector < vectors; vector++) {
            dprintf(1, "V %ld %d\n", vector, environment);
            run(vector, base, environment);
        }
    return 0;
}
