// EXPECT: FALSE
// PROPERTY: G ! shift-range
// INPUT: -1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int shift = __VERIFIER_nondet_int() % 8;
    int value = 1024;
    return value >> shift;
}
