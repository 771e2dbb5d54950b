// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), last;
    if (n < 1 || n > 5)
        return 0;
    for (int i = 0; i < n; i++)
        last = i;
    return last == 3;
}
