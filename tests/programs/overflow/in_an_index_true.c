// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);

static int table[8];

int main(void)
{
    int i = __VERIFIER_nondet_int();
    table[(unsigned)i % 8] = 1;
    return table[0];
}
