// EXPECT: FALSE
// INPUT: 2
// ABOUT: a store to a bit-field leaves the one behind it
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    struct { unsigned a : 3; unsigned b : 5; } s;
    unsigned x = __VERIFIER_nondet_uint();
    s.b = 9;
    s.a = x;
    if (s.a == 2 && s.b == 9)
        reach_error();
    return 0;
}
