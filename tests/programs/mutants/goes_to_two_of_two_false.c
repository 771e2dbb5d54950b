// EXPECT: FALSE
// INPUT: 1 0 1 0
// ABOUT: the state of a machine becomes one of two
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int s = 0;
    while (__VERIFIER_nondet_int()) {
        if (s == 0)
            s = __VERIFIER_nondet_int() ? 1 : 2;
        else if (s == 2)
            reach_error();
    }
    return 0;
}
