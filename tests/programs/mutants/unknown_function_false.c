// EXPECT: FALSE
// ABOUT: a function without a body writes through its argument
extern void reach_error(void);
extern void *memcpy(void *, const void *, unsigned long);
int seven = 7;
void fill(int *p)
{
    memcpy(p, &seven, sizeof seven);
}

int main(void)
{
    int x = 1;
    fill(&x);
    if (x != 1)
        reach_error();
    return 0;
}
