// EXPECT: FALSE
// ABOUT: only what lives as long as the program is where nothing can be written
extern void reach_error(void);

const int first = 1;
int second = 1;

int main(void)
{
    const int *q = &first;
    int *p = (int *)(const int *)&second;
    *p = *q + 1;
    if (second == 2)
        reach_error();
    return 0;
}
