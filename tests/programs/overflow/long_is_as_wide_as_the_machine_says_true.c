// EXPECT: TRUE
// MACHINE: ILP32
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int seconds = __VERIFIER_nondet_int();
    long long later = seconds + 1LL;
    return later == 0;
}
