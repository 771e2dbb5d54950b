// EXPECT: FALSE
// INPUT: 254
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

int main()
{
    unsigned char x = __VERIFIER_nondet_uchar();
    switch (x) {
    case 254: reach_error();
    case -1: reach_error();
    }
    return 0;
}
