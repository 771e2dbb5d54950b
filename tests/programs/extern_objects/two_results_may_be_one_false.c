// EXPECT: FALSE, or TRUE if assumed: except pointers to other objects
// OTHER UNIT: static int o; int *f(void) { return &o; } int *g(void) { return &o; }
extern void reach_error(void);

extern int *f(void);
extern int *g(void);
int main()
{
    int *p = f(), *q = g();
    *p = 1;
    *q = 2;
    if (*p == 2)
        reach_error();
    return 0;
}
