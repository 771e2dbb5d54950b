// EXPECT: FALSE
// INPUT: 261
// ABOUT: many numbers have the same low byte
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if ((unsigned char)x == 5) {
        if (x == 261)
            reach_error();
    }
    return 0;
}
