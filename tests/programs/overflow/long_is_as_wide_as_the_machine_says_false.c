// EXPECT: FALSE
// MACHINE: ILP32
// PROPERTY: G ! overflow
// INPUT: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int seconds = __VERIFIER_nondet_int();
    long later = seconds + 1L;
    return later == 0;
}
