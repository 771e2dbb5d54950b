// EXPECT: TRUE
// MACHINE: ILP32
// PROPERTY: G ! shift-range
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int bit = __VERIFIER_nondet_int();
    if (bit < 0 || bit >= 64)
        return 1;
    return 1ULL << bit == 7;
}
