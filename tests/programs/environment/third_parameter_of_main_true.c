// EXPECT: TRUE
extern void reach_error(void);

int main(int c, char **v, char **e)
{
    if (e == 0)
        reach_error();
    return 0;
}
