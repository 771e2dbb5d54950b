// EXPECT: FALSE
// INPUT: 1
// ABOUT: a store through one of the pointers in an array
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 1, b = 1;
    int *both[2] = {&a, &b};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 1)
        return 0;
    *both[i] = 7;
    if (b == 7)
        reach_error();
    return 0;
}
