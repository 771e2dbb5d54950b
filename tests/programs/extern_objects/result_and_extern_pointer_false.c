// EXPECT: FALSE, or TRUE if assumed: except pointers to other objects
// OTHER UNIT: int o, *gp = &o; int *f(void) { return &o; }
extern void reach_error(void);

extern int *gp;
extern int *f(void);
int main()
{
    int *p = f();
    *p = 1;
    *gp = 2;
    if (*p == 2)
        reach_error();
    return 0;
}
