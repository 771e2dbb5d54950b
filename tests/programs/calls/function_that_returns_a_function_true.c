// EXPECT: TRUE
extern void reach_error(void);

int a1(int x)
{
    return x + 1;
}

int (*get(void))(int)
{
    return a1;
}

int main()
{
    if (!(get()(3) == 4 && (**get())(4) == 5))
        reach_error();
    return 0;
}
