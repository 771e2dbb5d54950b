// EXPECT: FALSE
// MACHINE: both
// INPUT: 4 1
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = 0;
    int before = x;
    int *p = __VERIFIER_nondet_int() ? &x : &y;
    *p = 5;
    if (x == 5 && before != 5)
        reach_error();
    return y;
}
