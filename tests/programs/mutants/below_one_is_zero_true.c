// EXPECT: TRUE
// ABOUT: an unsigned number below one is zero
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x < 1) {
        if (x != 0)
            reach_error();
    }
    return 0;
}
