/* What a program under test finds around it when it runs: inputs from WHET_INPUT (numbers, then zeros), and an end with
   exit code 99 where it reaches an error. */
#include <stdlib.h>
#include <unistd.h>

void whet_reached(void) { _exit(99); }

__attribute__((weak)) void reach_error(void) { whet_reached(); }
__attribute__((weak)) void __VERIFIER_error(void) { whet_reached(); }

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function) { whet_reached(); }

/* Called instead of an operation that goes wrong, in programs that are compiled to look for it. */
#define INSTEAD(name) \
    void __ubsan_handle_##name##_abort(void) { whet_reached(); }
INSTEAD(divrem_overflow)
INSTEAD(add_overflow)
INSTEAD(sub_overflow)
INSTEAD(mul_overflow)
INSTEAD(negate_overflow)
INSTEAD(shift_out_of_bounds)
INSTEAD(out_of_bounds)
INSTEAD(float_cast_overflow)
INSTEAD(nonnull_arg)
INSTEAD(nonnull_return_v1)
INSTEAD(invalid_builtin)
INSTEAD(type_mismatch_v1)
void __ubsan_handle_builtin_unreachable(void) { whet_reached(); }

void __VERIFIER_assume(int condition)
{
    if (!condition)
        _exit(0);
}

/* Called on entry of every function of a program that defines reach_error itself. */
void __cyg_profile_func_enter(void *function, void *caller)
{
    if (function == (void *)reach_error)
        whet_reached();
}

void __cyg_profile_func_exit(void *function, void *caller) {}

static const char *rest;

static const char *next_word(void)
{
    if (!rest)
        rest = getenv("WHET_INPUT");
    while (rest && *rest == ' ')
        rest++;
    const char *word = rest && *rest ? rest : "0";
    while (rest && *rest && *rest != ' ')
        rest++;
    return word;
}

static unsigned long long whole(void)
{
    const char *word = next_word();
    return *word == '-' ? (unsigned long long)strtoll(word, 0, 0) : strtoull(word, 0, 0);
}

#define INPUT(name, type) \
    type __VERIFIER_nondet_##name(void) { return (type)whole(); }
INPUT(bool, _Bool)
INPUT(char, char)
INPUT(uchar, unsigned char)
INPUT(schar, signed char)
INPUT(short, short)
INPUT(ushort, unsigned short)
INPUT(int, int)
INPUT(uint, unsigned)
INPUT(long, long)
INPUT(ulong, unsigned long)
INPUT(longlong, long long)
INPUT(ulonglong, unsigned long long)

double __VERIFIER_nondet_double(void) { return strtod(next_word(), 0); }
float __VERIFIER_nondet_float(void) { return strtof(next_word(), 0); }

int rand(void) { return (int)(whole() & 0x7fffffff); }
