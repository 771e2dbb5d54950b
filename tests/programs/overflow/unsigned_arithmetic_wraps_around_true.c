// EXPECT: TRUE
// PROPERTY: G ! overflow
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned hash = __VERIFIER_nondet_uint();
    hash = hash * 16777619u + 2166136261u;
    hash -= -hash;
    hash += hash << 31;
    int bucket = __VERIFIER_nondet_uint() + 1;
    return bucket % 16 + (hash == 0);
}
