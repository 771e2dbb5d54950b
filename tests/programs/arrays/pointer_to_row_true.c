// EXPECT: TRUE
extern void reach_error(void);

int m[3][4];
int main()
{
    int (*r)[4] = m;
    r[2][3] = 9;
    int *f = &m[0][0];
    if (!(f[11] == 9 && sizeof(*r) == 16 && (char *)(r + 1) - (char *)r == 16))
        reach_error();
    return 0;
}
