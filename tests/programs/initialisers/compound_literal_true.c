// EXPECT: TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main()
{
    int *p = (int[]){1, 2, 3};
    p[1] = 9;
    struct S {
        int a, b;
    };

    struct S s = (struct S){.b = __VERIFIER_nondet_int()};
    if (p[1] == 9 && s.a != 0 && s.b == 4)
        reach_error();
    return 0;
}
