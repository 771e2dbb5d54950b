// EXPECT: FALSE
// INPUT: 255
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main()
{
    unsigned char x = __VERIFIER_nondet_uchar();
    switch (x) {
    case 256: return 0;
    case 255: reach_error();
    }
    return 0;
}
