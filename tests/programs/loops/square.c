// The sum of the odd numbers is a square.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned s = 0, i = 0;
    while (__VERIFIER_nondet_bool()) {
        s += 2 * i + 1;
        i++;
    }
    if (s != i * i)
        reach_error();
    return 0;
}
