// EXPECT: FALSE
extern void reach_error(void);

int main(void)
{
    int m = 3;
    int v[m];
    int i = 0;
    __typeof__(*(i++, &v)) a;
    a[0] = i;
    if (a[0] == 1)
        reach_error();
    return 0;
}
