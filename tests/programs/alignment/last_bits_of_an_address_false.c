// EXPECT: FALSE
extern void reach_error(void);
static _Alignas(64) char bytes[128];
int main(void)
{
    unsigned long place = (unsigned long)(bytes + 32);
    if ((place & 63) != 0)
        reach_error();
    return 0;
}
