// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 65535 65535
extern unsigned short __VERIFIER_nondet_ushort(void);
extern short __VERIFIER_nondet_short(void);
extern char __VERIFIER_nondet_char(void);

int main(void)
{
    unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
    short s = __VERIFIER_nondet_short();
    char c = __VERIFIER_nondet_char();
    c++;
    s += 30000;
    c *= c;
    s = -s;
    unsigned product = a * b;
    return product + c + s == 0;
}
