#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int calls;

int clamp(int x, int low, int high)
{
    calls++;
    return x < low ? low : x > high ? high : x;
}

void swap(int *p, int *q)
{
    int kept = *p;
    *p = *q;
    *q = kept;
}

int main(void)
{
    int x = clamp(__VERIFIER_nondet_int(), 0, 9), y = 20;
    swap(&x, &y);
    assert(x == 20 && y < 10 && calls == 1);
    return 0;
}
