// EXPECT: FALSE, or TRUE if assumed: objects of other files do not point to objects of this file
// OTHER UNIT: extern int gy; int *gp = &gy;
extern void reach_error(void);

extern int *gp;
int gy;
int main()
{
    gy = 1;
    *gp = 2;
    if (gy == 2)
        reach_error();
    return 0;
}
