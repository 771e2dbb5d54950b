// EXPECT: TRUE
extern void reach_error(void);

int main(void)
{
    int i = 0;
    int a[3][3];
    int s = sizeof(a[i++]);
    if (s > 0 && i == 1)
        reach_error();
    return 0;
}
