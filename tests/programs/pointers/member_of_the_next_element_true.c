// EXPECT: TRUE
extern void reach_error(void);

struct N {
    int a;
    int b;
};
struct N x[2];
int main()
{
    int *p = &x[0].b;
    p++;
    if (!(p == &x[1].a))
        reach_error();
    return 0;
}
