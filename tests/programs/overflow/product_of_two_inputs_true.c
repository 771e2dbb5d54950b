// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int width = __VERIFIER_nondet_int(), height = __VERIFIER_nondet_int();
    if (width < 0 || width > 65536 || height < 0 || height > 32767)
        return 1;
    int pixels = width * height;
    return pixels == 0;
}
