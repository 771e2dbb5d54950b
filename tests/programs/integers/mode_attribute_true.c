// EXPECT: TRUE
extern void reach_error(void);

typedef int b8 __attribute__((mode(QI)));
int main()
{
    b8 x = 300;
    if (!(x == 44 && sizeof(x) == 1))
        reach_error();
    return 0;
}
