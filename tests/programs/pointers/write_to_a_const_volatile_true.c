// EXPECT: TRUE
extern void reach_error(void);

const int gx = 5;
int main()
{
    int y = gx;
    volatile const int c = 3;
    *(int *)&c = 4;
    if (!(c == 4 && y == 5))
        reach_error();
    return 0;
}
