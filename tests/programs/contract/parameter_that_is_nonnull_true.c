// EXPECT: TRUE
// PROPERTY: G ! library-contract
extern int __VERIFIER_nondet_int(void);
__attribute__((nonnull(2))) static int count(const int *from, const int *to)
{
    return from == to || to == 0;
}
int main(void)
{
    int number = __VERIFIER_nondet_int();
    return count(number > 2 && number < 4 ? 0 : &number, &number);
}
