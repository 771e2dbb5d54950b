// EXPECT: TRUE
extern void reach_error(void);

struct S {
    int a, b;
};

int main()
{
    struct S s;
    s.a = 1;
    s.b = 2;
    int *p = &s.a;
    p++;
    *p = 42;
    if (s.b != 42)
        reach_error();
    return 0;
}
