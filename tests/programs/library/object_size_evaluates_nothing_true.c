// EXPECT: TRUE
extern void reach_error(void);

int main(void)
{
    int i = 0;
    int a[20];
    int r = __builtin_object_size(&a[i++], 0) != 0;
    if (r > 1 || i == 1)
        reach_error();
    return 0;
}
