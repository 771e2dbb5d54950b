// EXPECT: TRUE
// PROPERTY: G ! shift-range
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void)
{
    unsigned long long count = __VERIFIER_nondet_ulonglong();
    return 5u >> (unsigned char)(count % 32);
}
