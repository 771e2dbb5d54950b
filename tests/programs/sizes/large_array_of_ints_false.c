// EXPECT: FALSE
extern void reach_error(void);

int big[100000];
int main()
{
    for (int i = 0; i < 3; i++)
        big[i * 1000] = 7;
    if (!(big[2000] != 7 || big[5] != 0))
        reach_error();
    return 0;
}
