// EXPECT: TRUE
// ABOUT: gcc puts the constants where nothing can be written, so the run ends before the error
extern void reach_error(void);

const int first = 1;

int main(void)
{
    static const int table[3] = {1, 2, 3};
    int *p = (int *)&table[1];
    *p = 7;
    *(int *)&first = 2;
    if (table[1] == 7 || first == 2)
        reach_error();
    return 0;
}
