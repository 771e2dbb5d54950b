// A conversion keeps a number within the limits of its type.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_bool())
        x = (signed char)((unsigned)x + (unsigned)__VERIFIER_nondet_int());
    if (x < -128 || x > 127)
        reach_error();
    return 0;
}
