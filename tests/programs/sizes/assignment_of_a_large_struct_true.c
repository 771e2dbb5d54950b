// EXPECT: TRUE
extern void reach_error(void);

struct H {
    int a[3000];
};
struct H x, y;
int main()
{
    x.a[2999] = 5;
    y = x;
    if (y.a[2999] != 5)
        reach_error();
    return 0;
}
