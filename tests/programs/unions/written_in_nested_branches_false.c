// EXPECT: FALSE
// INPUT: 1 1 0 0 1 0 1 0 0 0 1 0 1 0 0 1 0 0 0 1 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 1 0 0 0 0 1 1 0 0 0 0 0 1 0 0 1 0 0 1 0 0 1 0 0 0 0 0 0 0 1 1 0 1 0 0 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

union number {
    int whole;
    char bytes[4];
} u;

int main(void)
{
    for (int i = 1; i <= 25; i++) {
        int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();
        if (x) {
            if (y)
                u.whole = i;
            else if (z)
                u.whole = 2 * i;
        } else {
            if (y)
                u.whole = 300 * i;
        }
    }
    if (u.bytes[0] == u.whole && u.whole == 48)
        reach_error();
    return 0;
}
