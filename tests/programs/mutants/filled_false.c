// EXPECT: FALSE
// ABOUT: memory is filled
extern void reach_error(void);
extern void *memset(void *, int, unsigned long);

int main(void)
{
    int a[2];
    a[0] = 1;
    memset(a, 0, sizeof a);
    if (a[0] == 0)
        reach_error();
    return 0;
}
