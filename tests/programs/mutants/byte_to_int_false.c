// EXPECT: FALSE
// INPUT: 201
// ABOUT: an unsigned byte stays positive when it becomes an int
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char c = __VERIFIER_nondet_uchar();
    int x = c;
    if (x > 200)
        reach_error();
    return 0;
}
