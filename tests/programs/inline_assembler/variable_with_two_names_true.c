// EXPECT: TRUE
extern void reach_error(void);

int g __asm__("h");
extern int h;
int main()
{
    g = 5;
    if (h != 5)
        reach_error();
    return 0;
}
