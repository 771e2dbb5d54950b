// EXPECT: FALSE
// MACHINE: both
// INPUT: 4
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

union number {
    int i;
    unsigned u;
};

int main(void)
{
    union number n;
    n.u = __VERIFIER_nondet_uint();
    n.i = (int)(n.u + 1u);
    if (n.i == 5) {
        if (n.u != 4u)
            reach_error();
    }
    return 0;
}
