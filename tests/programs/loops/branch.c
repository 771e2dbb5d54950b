// One of two counters goes up in each turn.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned a = 0, b = 0, n = 0;
    while (n < 1000000) {
        if (__VERIFIER_nondet_bool())
            a++;
        else
            b++;
        n++;
    }
    if (a + b != n)
        reach_error();
    return 0;
}
