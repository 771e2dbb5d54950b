// EXPECT: FALSE
// PROPERTY: G ! shift-range
// INPUT: -5
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int value = __VERIFIER_nondet_int();
    int kept = value << 31 >> 31;
    kept += value >> 31 << 4;
    return kept + (3 << (value | 32));
}
