// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: -1
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int position = __VERIFIER_nondet_int();
    if (position < -100 || position > 100)
        return 1;
    int fixed_point = position << 4;
    return fixed_point == 0;
}
