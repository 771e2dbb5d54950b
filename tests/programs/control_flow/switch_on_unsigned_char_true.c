// EXPECT: TRUE
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main()
{
    unsigned char x = __VERIFIER_nondet_uchar();
    switch (x) {
    case 256: return 0;
    case 255: return 0;
    default: return 0;
    case 511: reach_error();
    }
    return 0;
}
