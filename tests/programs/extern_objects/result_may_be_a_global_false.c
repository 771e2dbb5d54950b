// EXPECT: FALSE, or TRUE if assumed: except pointers to other objects
// OTHER UNIT: extern int gg; int *f(void) { return &gg; }
extern void reach_error(void);

int gg;
extern int *f(void);
int main()
{
    gg = 1;
    int *p = f();
    *p = 2;
    if (gg == 2)
        reach_error();
    return 0;
}
