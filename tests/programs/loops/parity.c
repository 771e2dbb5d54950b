// An even number stays even, also when it wraps around.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_bool())
        x += 2;
    if (x % 2 != 0)
        reach_error();
    return 0;
}
