// EXPECT: TRUE
extern void reach_error(void);

struct P {
    int a[2];
    struct {
        int x, y;
    } b;
    char c;
};

struct P p[2] = {1, 2, 3, 4, 5, 6, 7, {8, 9}, 10};

int main()
{
    if (!(p[0].c == 5 && p[1].b.x == 8 && p[1].c == 10 && p[1].a[1] == 7))
        reach_error();
    return 0;
}
