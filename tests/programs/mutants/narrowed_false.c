// EXPECT: FALSE
// INPUT: 256
// ABOUT: a number is cut when it becomes a byte
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned char c;
    if (x < 256 || x > 600)
        return 0;
    c = x;
    if (c < 10)
        reach_error();
    return 0;
}
