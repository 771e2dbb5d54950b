// EXPECT: FALSE
// PROPERTY: G ! uninitialised-read
// INPUT: 2
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int row[4], n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 4)
        return 0;
    for (int i = 0; i < n; i++)
        row[i] = i;
    for (int i = 0; i < 4; i++)
        sum += row[i];
    return sum == 9;
}
