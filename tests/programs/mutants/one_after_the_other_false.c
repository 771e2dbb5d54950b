// EXPECT: FALSE
// INPUT: 3 0
// ABOUT: what contradicts on one path does not on another
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x > 10) {
        if (x < 5)
            reach_error();
        y = 1;
    } else {
        if (x < 5)
            reach_error();
    }
    return 0;
}
