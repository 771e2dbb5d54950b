// EXPECT: FALSE
// PROPERTY: G ! shift-range
// INPUT: 4294967328
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void)
{
    unsigned long long count = __VERIFIER_nondet_ulonglong();
    return 5u >> count;
}
