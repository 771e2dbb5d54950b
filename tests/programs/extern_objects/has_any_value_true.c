// EXPECT: TRUE
// OTHER UNIT: int eg = 17;
extern void reach_error(void);

extern int eg;
int main()
{
    if (eg == 17 && eg != 17)
        reach_error();
    return 0;
}
