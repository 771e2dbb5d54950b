// EXPECT: FALSE
// INPUT: 2
// ABOUT: a store to an element that nobody knows
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = {1, 1, 1, 1};
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    a[i] = 7;
    if (a[2] == 7)
        reach_error();
    return 0;
}
