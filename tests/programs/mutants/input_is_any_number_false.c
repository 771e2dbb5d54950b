// EXPECT: FALSE
// INPUT: 5
// ABOUT: an input is any number, also if the variable had one before
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = 0;
    x = __VERIFIER_nondet_int();
    if (x == 5)
        reach_error();
    return 0;
}
