// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// INPUT: 0
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int step;
        if (i == 0 || __VERIFIER_nondet_int() == 1)
            step = 1;
        sum = sum + step;
    }
    return sum;
}
