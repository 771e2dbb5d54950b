// EXPECT: FALSE
// INPUT: 0
// ABOUT: two branches leave different values
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1;
    if (__VERIFIER_nondet_int())
        x = 2;
    if (x == 1)
        reach_error();
    return 0;
}
