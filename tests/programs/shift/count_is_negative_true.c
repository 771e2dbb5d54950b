// EXPECT: TRUE
// PROPERTY: G ! shift-range
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int shift = __VERIFIER_nondet_int() % 8;
    int value = 1024;
    return shift < 0 ? value << -shift : value >> shift;
}
