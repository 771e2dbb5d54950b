// Elements are written to, but never the first: the index does not come back to zero.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned a[256];
    unsigned char i = 1;
    a[0] = 1;
    while (__VERIFIER_nondet_bool()) {
        a[i] = __VERIFIER_nondet_uint();
        i++;
        if (i == 0)
            return 0;
    }
    if (a[0] != 1)
        reach_error();
    return 0;
}
