// EXPECT: FALSE
// INPUT: 3
extern int __VERIFIER_nondet_int(void);

void reach_error(void) {}

int main()
{
    if (__VERIFIER_nondet_int() == 3)
        reach_error();
    return 0;
}
