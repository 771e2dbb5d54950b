// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int n = 2, c = 0;
L:;
    int a[n];
    a[n - 1] = c;
    if (c++ < 2) {
        n++;
        goto L;
    }
    if (!(a[3] == 2 && sizeof a == 16))
        reach_error();
    return 0;
}
