// EXPECT: FALSE
// PROPERTY: G ! overflow
// INPUT: 2147483647
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int next = __VERIFIER_nondet_int();
    int current = next++;
    return current > next;
}
