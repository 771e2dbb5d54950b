// EXPECT: TRUE
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define A(x) x, x + 1, x + 2, x + 3
#define B(x) A(x), A(x + 4), A(x + 8), A(x + 12)
#define C(x) B(x), B(x + 16), B(x + 32), B(x + 48)
#define D(x) C(x), C(x + 64), C(x + 128), C(x + 192)
#define E(x) D(x), D(x + 256), D(x + 512), D(x + 768)
static const unsigned short fixed[5000] = { E(7), E(7), E(7), E(7) };
static unsigned char changed[5000] = { D(0), D(0), D(0), D(0), D(0), D(0), D(0), D(0) };

int main(void)
{
    int i = __VERIFIER_nondet_int(); if (i < 0 || i >= 4096) return 0; changed[7] = 0;
    assert(fixed[i] >= 7 && fixed[i] <= 1030);
    assert(fixed[1023] == 1030 && fixed[4096] == 0);
    assert(changed[7] == 0);
    assert(changed[8] == 8 && changed[2048] == 0);
    return 0;
}
