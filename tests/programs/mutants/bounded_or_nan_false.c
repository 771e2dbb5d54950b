// EXPECT: FALSE
// INPUT: 1
// ABOUT: a number, or a NaN
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    float g = 5.0f;
    if (__VERIFIER_nondet_int())
        g = __builtin_nanf("");
    if (g > 1.0f)
        return 0;
    reach_error();
    return 0;
}
