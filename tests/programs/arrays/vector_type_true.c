// EXPECT: TRUE
extern void reach_error(void);

typedef int v4 __attribute__((vector_size(16)));
int main()
{
    v4 a = {1, 2, 3, 4};
    a += a;
    if (a[2] != 6)
        reach_error();
    return 0;
}
