// EXPECT: TRUE
// PROPERTY: G ! overflow
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int next = __VERIFIER_nondet_int();
    if (next == 2147483647)
        next = 0;
    int current = next++;
    return current > next;
}
