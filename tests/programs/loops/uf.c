// The same function is applied to equal numbers.  C has no uninterpreted functions; this one takes the place of one.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned f(unsigned x) {
    return (x << 7 | x >> 25) + (x ^ 0x5bd1e995u);
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), y = x;
    while (__VERIFIER_nondet_bool()) {
        x = f(x);
        y = f(y);
    }
    if (x != y)
        reach_error();
    return 0;
}
