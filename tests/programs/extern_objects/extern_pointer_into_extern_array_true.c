// EXPECT: TRUE
// OTHER UNIT: int a[1]; int *b = a;
extern void reach_error(void);

extern int a[];
extern int *b;
int main()
{
    a[0] = 1;
    b[0] = 2;
    if (a[0] == 2 && b != a)
        reach_error();
    return 0;
}
