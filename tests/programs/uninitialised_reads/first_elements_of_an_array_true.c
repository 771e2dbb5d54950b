// EXPECT: TRUE
// PROPERTY: G ! uninitialised-read
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int row[4], n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 4)
        return 0;
    for (int i = 0; i < n; i++)
        row[i] = i;
    for (int i = 0; i < n; i++)
        sum += row[i];
    return sum == 9;
}
