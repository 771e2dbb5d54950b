// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);
int low[10], high[10];
int main(void)
{
    int *chosen = __VERIFIER_nondet_int() ? low : high;
    return chosen[9];
}
