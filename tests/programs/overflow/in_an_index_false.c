// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 2147483647
extern int __VERIFIER_nondet_int(void);

static int table[8];

int main(void)
{
    int i = __VERIFIER_nondet_int();
    table[(i + 1) & 7] = 1;
    return table[0];
}
