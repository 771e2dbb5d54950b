// EXPECT: TRUE
// PROPERTY: G ! conversion-range
extern double __VERIFIER_nondet_double(void);

int main(void)
{
    double x = __VERIFIER_nondet_double();
    _Bool is_set = x;
    int sign = (x > 0) - (x < 0);
    float small = x;
    int found = small != 0;
    return is_set + sign == found;
}
