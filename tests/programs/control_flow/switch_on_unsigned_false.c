// EXPECT: FALSE
// INPUT: -1
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main()
{
    unsigned x = __VERIFIER_nondet_uint();
    switch (x) {
    case -1: reach_error();
    }
    return 0;
}
