// EXPECT: TRUE
extern void reach_error(void);

int a[10] = {[3] = 5, 6, [1] = 2};

struct S {
    int x, y, z;
};

struct S s = {.z = 3, .x = 1};

int main()
{
    if (!(a[4] == 6 && a[0] == 0 && a[1] == 2 && s.y == 0 && s.z == 3))
        reach_error();
    return 0;
}
