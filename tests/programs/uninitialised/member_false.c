// EXPECT: FALSE
// NOT COMPILED: the value is whatever was there before
extern void reach_error(void);

struct S {
    char c;
    int i;
};

int main()
{
    struct S s;
    s.c = 1;
    if (s.i == 99)
        reach_error();
    return 0;
}
