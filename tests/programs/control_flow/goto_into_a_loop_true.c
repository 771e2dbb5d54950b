// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int i = 0, s = 0;
    goto in;
    while (i < 3) {
        s += 10;
    in:
        s += 1;
        i++;
    }
    if (s != 23)
        reach_error();
    return 0;
}
