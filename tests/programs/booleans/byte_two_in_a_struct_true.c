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
    int x = s.b;
    if (x == 0)
        reach_error();
    return 0;
}
