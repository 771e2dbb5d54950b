// EXPECT: TRUE
extern void reach_error(void);

struct S {
    int x;
    union {
        int u;
        char c;
    };
    int y[3];
};

struct S s = {1, {.c = 2}, .y[1] = 7};

int main()
{
    if (!(s.u == 2 && s.y[1] == 7 && s.y[2] == 0))
        reach_error();
    return 0;
}
