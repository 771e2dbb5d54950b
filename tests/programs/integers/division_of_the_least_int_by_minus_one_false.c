// EXPECT: FALSE
// INPUT: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int a = -2147483647 - 1;
    int b = __VERIFIER_nondet_int();
    if (b != 1)
        return 0;
    int c = a / b;
    reach_error();
    return 0;
}
