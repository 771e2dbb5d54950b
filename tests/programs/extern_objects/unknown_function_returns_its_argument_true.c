// EXPECT: TRUE
// OTHER UNIT: int *pick(int *p) { return p; }
extern void reach_error(void);

int g;
extern int *pick(int *);
int main()
{
    g = 1;
    int *p = pick(&g);
    *p = 5;
    if (g == 5 && p != &g)
        reach_error();
    return 0;
}
