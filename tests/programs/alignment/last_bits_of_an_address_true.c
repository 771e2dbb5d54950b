// EXPECT: TRUE
extern void reach_error(void);
static char page[100] __attribute__((aligned(4096)));
int main(void)
{
    _Alignas(64) char local[128];
    unsigned long place = (unsigned long)local;
    if ((place & 63) != 0 || (unsigned long)page % 4096 != 0 || ((unsigned long)&page[8] & 7) != 0)
        reach_error();
    return 0;
}
