// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct S {
    int a;
    short b;
};

int main()
{
    struct S v[5];
    int i;
    for (i = 0; i < 5; i++) {
        v[i].a = i;
        v[i].b = -i;
    }
    i = __VERIFIER_nondet_int();
    if (i < 0 || i > 4)
        return 0;
    v[i].b = 100;
    if (v[3].b == 100 && i != 3)
        reach_error();
    return 0;
}
