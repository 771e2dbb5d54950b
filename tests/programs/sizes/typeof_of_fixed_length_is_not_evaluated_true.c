// EXPECT: TRUE
extern void reach_error(void);

int main(void)
{
    int v[3];
    int i = 0;
    __typeof__(*(i++, &v)) a;
    a[0] = i;
    if (a[0] == 1)
        reach_error();
    return 0;
}
