// EXPECT: FALSE
// MACHINE: ILP32
// PROPERTY: G ! shift-range
// INPUT: 40
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int bit = __VERIFIER_nondet_int();
    if (bit < 0 || bit >= 64)
        return 1;
    return 1UL << bit == 7;
}
