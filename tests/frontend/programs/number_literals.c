/* Integer and floating literals: value, type and signedness. */
#include "out.h"

#include <float.h>
#include <limits.h>
#define PASTE(a, b) a##b
#define K 42
#define KL 1.5L
#define ID(x) x
int main(void) {
#define T(x)                                                                                                           \
    out(sizeof(x));                                                                                                    \
    out((long long)(x));                                                                                               \
    out((x) - (x) - 1 < 0)
    T(1);
    T(1u);
    T(1l);
    T(1ul);
    T(1ll);
    T(1ull);
    T(1LLU);
    T(0x7fffffff);
    T(0x80000000);
    T(0xffffffff);
    T(4294967295);
    T(2147483648);
    T(0x7fffffffffffffff);
    T(0x8000000000000000);
    T(18446744073709551615u);
    T(9223372036854775807);
    T(037777777777);
    T(0b101);
    T(0777);
    T(0xFFL);
    T(017UL);
    T(0);
    T(00);
    T(0x0);
    T(K);
    T(PASTE(12, 34));
    T(PASTE(1, UL));
    T(ID(0x123));
    T(ID(ID(5u)));
    T(INT_MIN);
    T(LLONG_MIN);
    T(UINT_MAX);
    T('a');
    T(0X1Fu);
    T(1000000000);
    T(999999999);
    T(2147483647);
#define D(x)                                                                                                           \
    out(sizeof(x));                                                                                                    \
    outd(x)
    D(1.0);
    D(1.0f);
    D(1.5L);
    D(.5);
    D(5.);
    D(1e10);
    D(1E-5f);
    D(0x1.8p3);
    D(0x1p-2f);
    D(0x.8p1L);
    D(1e400L / 1e399L);
    D(0.1);
    D(0.1f);
    D(FLT_MAX);
    D(DBL_MAX);
    D(DBL_MIN);
    D(PASTE(2.5, f));
    D(FLT_EPSILON);
    D(DBL_EPSILON);
    D(1e-320);
    D(1e308);
    D(123456789.123456789L);
    D(-0.0);
    D(3.4e38f);
    D(1e-45f);
    D(16777217.0f);
    D(0.1L);
    out(0.1L == 0.1);
    out(0.1f == 0.1);
    out(1.0L / 3 == 1.0 / 3);
    return 0;
}
