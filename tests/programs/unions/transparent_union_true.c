// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

typedef union {
    int *i;
    float *f;
} U __attribute__((transparent_union));
int g(U u)
{
    return *u.i;
}

int main()
{
    int x = 5;
    if (!(g(&x) == 5))
        reach_error();
    return 0;
}
