// EXPECT: TRUE, or FALSE if assumed
// MACHINE: both
extern void reach_error(void);

struct __attribute__((scalar_storage_order("big-endian"))) S {
    int x;
};

int main()
{
    struct S s;
    s.x = 1;
    unsigned char *p = (unsigned char *)&s;
    if (p[3] != 1)
        reach_error();
    return 0;
}
