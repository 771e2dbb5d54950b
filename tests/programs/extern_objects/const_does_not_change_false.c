// EXPECT: FALSE
// OTHER UNIT: const int eg = 3;
extern void reach_error(void);

extern const int eg;
int main()
{
    int a = eg;
    int b = eg;
    if (a == b)
        reach_error();
    return 0;
}
