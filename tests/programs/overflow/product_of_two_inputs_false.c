// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 65536 32768
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int width = __VERIFIER_nondet_int(), height = __VERIFIER_nondet_int();
    if (width < 0 || width > 65536 || height < 0 || height > 32768)
        return 1;
    int pixels = width * height;
    return pixels == 0;
}
