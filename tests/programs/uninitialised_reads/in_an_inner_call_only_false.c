// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// INPUT: -1
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
static int depth(int n)
{
    int below;
    if (n > 0)
        below = depth(n - 1);
    if (n == 0)
        below = 0;
    return below + 1;
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < -1 || n > 3)
        return 0;
    return depth(n) == 9;
}
