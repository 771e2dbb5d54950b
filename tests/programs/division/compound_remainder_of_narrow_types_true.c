// EXPECT: TRUE
// PROPERTY: G ! division-by-zero
// ABOUT: a sum of unsigned char does not wrap around
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    unsigned char x = 100, y = __VERIFIER_nondet_uchar();
    x %= (y & 7) + 1;
    return x;
}
