// Multiplication as repeated addition.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned y = __VERIFIER_nondet_uint(), a = 0, x = 0;
    while (__VERIFIER_nondet_bool()) {
        a += y;
        x++;
    }
    if (a != x * y)
        reach_error();
    return 0;
}
