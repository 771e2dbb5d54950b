// EXPECT: TRUE
// OTHER UNIT: struct S { int *p; }; struct S mk(int *p) { struct S s = {p}; return s; }
extern void reach_error(void);

struct S {
    int *p;
};

extern struct S mk(int *);
int main()
{
    int x = 1;
    struct S s = mk(&x);
    *s.p = 5;
    if (x == 5 && s.p != &x)
        reach_error();
    return 0;
}
