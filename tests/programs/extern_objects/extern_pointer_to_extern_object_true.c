// EXPECT: TRUE
// OTHER UNIT: int gx; int *gp = &gx;
extern void reach_error(void);

extern int gx;
extern int *gp;
int main()
{
    gx = 1;
    *gp = 2;
    if (gx == 2 && gp != &gx)
        reach_error();
    return 0;
}
