// EXPECT: FALSE
// MACHINE: both
extern void reach_error(void);

struct S {
    char c;
    int i;
};

int main()
{
    struct S a;
    unsigned char *p = (unsigned char *)&a;
    for (int i = 0; i < sizeof a; i++)
        p[i] = 7;
    struct S b = a;
    if (((unsigned char *)&b)[2] == 7)
        reach_error();
    return 0;
}
