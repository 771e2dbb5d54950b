// EXPECT: TRUE
// PROPERTY: G ! array-index
extern int __VERIFIER_nondet_int(void);

struct pair {
    int first;
    int rest[2];
};

int main(void)
{
    struct pair p = {1, {2, 3}};
    int i = __VERIFIER_nondet_int() % 1 + 1;
    return i <= 1 && i >= -1 ? p.rest[i] : 0;
}
