// EXPECT: FALSE
// INPUT: 4294967290
// ABOUT: an unsigned sum may wrap around
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint(), y;
    if (x < 4294967280u)
        return 0;
    y = x + 10;
    if (y < 8)
        reach_error();
    return 0;
}
