// EXPECT: FALSE
// INPUT: -8
// ABOUT: a negative input stays negative when it is shifted to the right
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 && (x >> 1) < 0)
        reach_error();
    return 0;
}
