// EXPECT: FALSE
// PROPERTY: G ! library-contract
// INPUT: 3
extern int __VERIFIER_nondet_int(void);
__attribute__((nonnull(2))) static int count(const int *from, const int *to)
{
    return from == to || to == 0;
}
int main(void)
{
    int number = __VERIFIER_nondet_int();
    return count(0, number > 2 && number < 4 ? 0 : &number);
}
