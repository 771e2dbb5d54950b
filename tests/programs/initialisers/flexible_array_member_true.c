// EXPECT: TRUE
extern void reach_error(void);

struct F {
    int n;
    int d[];
};

struct F f = {2, {7, 8}};

int main()
{
    if (f.d[1] != 8)
        reach_error();
    return 0;
}
