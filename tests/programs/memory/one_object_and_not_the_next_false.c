// EXPECT: FALSE
// PROPERTY: G valid-deref
// INPUT: 1
extern int __VERIFIER_nondet_int(void);
int low[10], high[10];
int main(void)
{
    int *chosen = __VERIFIER_nondet_int() ? low : high;
    return chosen[20];
}
