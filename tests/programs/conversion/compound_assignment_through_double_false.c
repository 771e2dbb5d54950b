// EXPECT: FALSE
// PROPERTY: G ! conversion-range
// INPUT: 2000000000
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int price = __VERIFIER_nondet_int();
    price *= 1.19;
    return price;
}
