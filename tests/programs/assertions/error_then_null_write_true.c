// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int *p = 0;
    if (__VERIFIER_nondet_int() % 2 == 3) {
        reach_error();
        *p = 1;
    }
    return 0;
}
