// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main()
{
    if (__VERIFIER_nondet_int() % 2 == 3) {
        reach_error();
        __VERIFIER_assume(0);
    }
    return 0;
}
