// EXPECT: FALSE
extern void reach_error(void);

extern int __start_s[], __stop_s[];
int main()
{
    int *p;
    for (p = __start_s; p != __stop_s; p++) {
    }
    reach_error();
    return 0;
}
int dummy __attribute__((section("s"))) = 3;
