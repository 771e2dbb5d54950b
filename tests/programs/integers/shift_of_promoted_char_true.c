// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    unsigned char c = 0x80;
    if (!((c << 24) < 0))
        reach_error();
    return 0;
}
