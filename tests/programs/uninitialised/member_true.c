// EXPECT: TRUE
extern void reach_error(void);

struct S {
    char c;
    int i;
};

int main()
{
    struct S s;
    s.c = 1;
    s.i = 98;
    if (s.i == 99)
        reach_error();
    return 0;
}
