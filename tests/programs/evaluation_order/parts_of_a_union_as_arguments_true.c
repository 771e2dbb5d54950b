// EXPECT: TRUE, or FALSE if assumed: left to right
extern void reach_error(void);

union both {
    unsigned char bytes[4];
    unsigned short words[2];
} u;

int set(void)
{
    u.words[1] = 7;
    return 1;
}

int get(void)
{
    return u.bytes[2];
}

int second(int a, int b)
{
    return b;
}

int main(void)
{
    if (second(set(), get()) != 0)
        reach_error();
    return 0;
}
