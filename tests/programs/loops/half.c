// A sequence of floating-point numbers that converges to 2.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    float x = 0;
    while (__VERIFIER_nondet_bool())
        x = x * 0.5f + 1;
    if (!(x <= 2))
        reach_error();
    return 0;
}
