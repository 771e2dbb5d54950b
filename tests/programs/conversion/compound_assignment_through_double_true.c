// EXPECT: TRUE
// PROPERTY: G ! conversion-range
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int price = __VERIFIER_nondet_int();
    price *= 0.81;
    return price;
}
