// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int position = __VERIFIER_nondet_int();
    if (position < -100 || position > 100)
        return 1;
    int fixed_point = position * 16;
    return fixed_point == 0;
}
