// EXPECT: TRUE
// PROPERTY: G ! unsequenced
extern int __VERIFIER_nondet_int(void);

int step(int a)
{
    return a + 1;
}

int sum(int a, int b)
{
    return a + b;
}

int main(void)
{
    int n = 3;
    if (__VERIFIER_nondet_int() == 1)
        n = sum(step(n), sizeof(n++));
    if (n > 100)
        return sum(n++, n);
    return n ? n++ : n;
}
