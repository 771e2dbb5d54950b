// The low four bits stay zero.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned f = 0, g = 0;
    while (__VERIFIER_nondet_bool()) {
        f |= __VERIFIER_nondet_uint() & ~15u;
        g = (g << 1) & ~15u;
    }
    if (((f | g) & 15u) != 0)
        reach_error();
    return 0;
}
