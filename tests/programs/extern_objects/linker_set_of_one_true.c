// EXPECT: TRUE
extern void reach_error(void);

extern int __start_s[], __stop_s[];
int a __attribute__((section("s"))) = 3;
int main()
{
    if (__start_s + 1 != __stop_s)
        reach_error();
    return 0;
}
