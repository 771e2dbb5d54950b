// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct S {
    int x;
    int y;
};

int main()
{
    struct S s[3];
    for (int i = 0; i < 3; i++) {
        s[i].x = i;
        s[i].y = i;
    }

    char *p = (char *)s;
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k >= 24)
        return 0;
    p[k] = 9;
    if (s[2].y == 0x0909)
        reach_error();
    return 0;
}
