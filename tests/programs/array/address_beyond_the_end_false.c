// EXPECT: FALSE
// PROPERTY: G ! array-index
// INPUT: 3
extern int __VERIFIER_nondet_int(void);

static int sum(const int *begin, const int *end)
{
    int total = 0;
    while (begin < end)
        total += *begin++;
    return total;
}

int main(void)
{
    struct {
        int values[2];
        int others[2];
    } s = {{1, 2}, {3, 4}};
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 3)
        return 0;
    return sum(&s.values[0], &s.values[n]);
}
