// EXPECT: TRUE
extern void reach_error(void);

int eg;
int main()
{
    if (eg != 0)
        reach_error();
    return 0;
}
