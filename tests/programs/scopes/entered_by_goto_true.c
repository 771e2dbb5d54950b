// EXPECT: TRUE
// PROPERTY: G valid-deref
int main(void)
{
    int *p = 0, times = 0;
    goto in;
    while (times < 2) {
        int x;
        times++;
    in:
        x = 3;
        p = &x;
        *p = 2;
    }
    return times;
}
