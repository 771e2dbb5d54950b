// EXPECT: TRUE
extern void reach_error(void);

extern int __start_s[];
int a __attribute__((section("s"))) = 3;
int main()
{
    __start_s[0] = 5;
    if (a != 5)
        reach_error();
    return 0;
}
