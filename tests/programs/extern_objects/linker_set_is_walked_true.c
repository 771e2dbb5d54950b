// EXPECT: TRUE
extern void reach_error(void);

extern int __start_s[], __stop_s[];
int main()
{
    int *p;
    for (p = __start_s; p == p; p++) {
        if (p == __stop_s)
            return 0;
    }
    reach_error();
    return 0;
}
int dummy __attribute__((section("s"))) = 3;
