// EXPECT: FALSE
// INPUT: 3
// ABOUT: a loop that ends at an input
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int i = 0, n = __VERIFIER_nondet_int();
    if (n < 0 || n > 5)
        return 0;
    while (i < n)
        i++;
    if (i == 3)
        reach_error();
    return 0;
}
