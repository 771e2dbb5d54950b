// EXPECT: ANY
extern void reach_error(void);

int main()
{
    char *p = "abc", *q = "abc";
    if (p == q)
        reach_error();
    return 0;
}
