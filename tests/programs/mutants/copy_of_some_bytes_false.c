// EXPECT: FALSE
// INPUT: 4
// ABOUT: so many bytes are copied as an input says
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void *memcpy(void *, const void *, unsigned long);

int main(void)
{
    int a = 1, b = 7;
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 4)
        return 0;
    memcpy(&a, &b, n);
    if (a == 7)
        reach_error();
    return 0;
}
