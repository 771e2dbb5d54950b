// EXPECT: TRUE
extern void reach_error(void);

struct S {
    _Bool b;
    char c;
};

int main()
{
    struct S s;
    *(char *)&s = 2;
    s.c = 1;
    struct S t = s;
    if (!(t.b))
        reach_error();
    return 0;
}
