// EXPECT: FALSE
extern void reach_error(void);

_Bool b;

int main(void)
{
    __asm__("movb $2, %0" : "=m"(b));
    int x = b;
    if (x != 0 && x != 1)
        reach_error();
    return 0;
}
