// EXPECT: FALSE
// PROPERTY: G ! shift-range
// INPUT: 32
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char byte = __VERIFIER_nondet_uchar();
    unsigned char count = byte & 63;
    short s = 100;
    s >>= count;
    byte <<= 20;
    return byte >> count == s;
}
