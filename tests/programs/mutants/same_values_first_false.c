// EXPECT: FALSE
// INPUT: 1
// ABOUT: two branches leave the same values, but other conditions
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = 0;
    if (x > 0)
        y = 1;
    else
        y = 1;
    if (y == 1 && x > 0)
        reach_error();
    return 0;
}
