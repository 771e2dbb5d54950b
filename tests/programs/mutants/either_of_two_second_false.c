// EXPECT: FALSE
// INPUT: 1
// ABOUT: two branches leave different values
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 1;
    if (__VERIFIER_nondet_int())
        x = 2;
    if (x == 2)
        reach_error();
    return 0;
}
