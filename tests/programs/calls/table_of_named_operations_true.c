// EXPECT: TRUE
extern void reach_error(void);

typedef int (*op)(int, int);
int add(int a, int b)
{
    return a + b;
}

int sub(int a, int b)
{
    return a - b;
}

struct T {
    const char *n;
    op f;
};

static const struct T t[] = {{"add", add}, {"sub", sub}, {0, 0}};

int main()
{
    int s = 0;
    for (const struct T *p = t; p->n; p++)
        s += p->f(5, 3);
    if (s != 10)
        reach_error();
    return 0;
}
