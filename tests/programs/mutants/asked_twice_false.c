// EXPECT: FALSE
// INPUT: 1
// ABOUT: the same condition again
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 0;
    if (x > 0) {
        y = x;
        if (x > 0)
            reach_error();
    }
    return 0;
}
