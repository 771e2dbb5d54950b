// EXPECT: TRUE
// PROPERTY: G valid-deref
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int values[6] = {0};
    int *middle = values + 3;
    int i = __VERIFIER_nondet_int();
    if (i < -3 || i > 2)
        return 0;
    return middle[i];
}
