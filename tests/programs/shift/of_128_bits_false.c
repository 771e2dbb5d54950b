// EXPECT: FALSE
// PROPERTY: G ! shift-range
// INPUT: 128
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned __int128 value = 1;
    int count = __VERIFIER_nondet_uchar();
    if (count > 128)
        return 1;
    return value << count == 0;
}
