// EXPECT: FALSE
// INPUT: 1
// ABOUT: a store through a pointer that may lead to two variables
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = 1, b = 1;
    int *p = __VERIFIER_nondet_int() ? &a : &b;
    *p = 7;
    if (a == 7)
        reach_error();
    return 0;
}
