// EXPECT: TRUE
extern void reach_error(void);

extern int __start_s[], __stop_s[];
int a __attribute__((section("s"))) = 3;
int main()
{
    int *p;
    int n = 0;
    for (p = __start_s; p < __stop_s; p++)
        n++;
    if (n != 1)
        reach_error();
    return 0;
}
