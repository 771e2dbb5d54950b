// EXPECT: FALSE
extern void reach_error(void);

int main(void)
{
    int i = 0;
    int a[20];
    unsigned long r = __builtin_object_size(&a[i++], 0);
    a[0] = r == 7;
    if (i == 0)
        reach_error();
    return 0;
}
