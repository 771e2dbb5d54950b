// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    unsigned char c = 1;
    if (!(-c < 0 && ~c == -2 && (c << 31) < 0 && sizeof(+c) == 4))
        reach_error();
    return 0;
}
