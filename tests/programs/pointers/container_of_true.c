// EXPECT: TRUE
extern void reach_error(void);

struct L {
    struct L *n;
};

struct D {
    int v;
    struct L l;
    int w;
};

int main()
{
    struct D d;
    d.v = 1;
    d.w = 2;
    struct L *l = &d.l;
    struct D *e = (struct D *)((char *)l - __builtin_offsetof(struct D, l));
    e->w = 7;
    if (d.w != 7)
        reach_error();
    return 0;
}
