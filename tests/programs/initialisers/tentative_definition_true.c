// EXPECT: TRUE
extern void reach_error(void);

int t;
int t = 4;
extern int t;
int main()
{
    if (t != 4)
        reach_error();
    return 0;
}
