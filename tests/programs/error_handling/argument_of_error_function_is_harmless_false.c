// EXPECT: FALSE
// INPUT: 1
extern void reach_error(int x);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n == 1)
        reach_error(5 % n);
    return 0;
}
