// EXPECT: FALSE
// INPUT: 1
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    while (1) {
        if (__VERIFIER_nondet_int())
            break;
    }
    reach_error();
    return 0;
}
