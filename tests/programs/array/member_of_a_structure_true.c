// EXPECT: TRUE
// PROPERTY: G ! array-index
extern int __VERIFIER_nondet_int(void);

struct packet {
    char name[4];
    int length;
};

int main(void)
{
    struct packet p = {{0}, 7};
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 4)
        p.name[i] = 1;
    return p.length;
}
