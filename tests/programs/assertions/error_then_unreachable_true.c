// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    if (__VERIFIER_nondet_int() % 2 == 3) {
        reach_error();
        __builtin_unreachable();
    }
    return 0;
}
