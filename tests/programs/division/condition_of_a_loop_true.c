// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
// ABOUT: the last turn divides by zero unless the loop ends before it
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 6)
        return 0;
    int i = 0;
    while (12 / (n - i) > 2) {
        if (i == n - 1)
            break;
        i++;
    }
    return i;
}
