// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    unsigned short u[] = u"\u00e9x";
    int w[] = L"\u20ac";
    const char *s = u8"\u00e9";
    if (!(u[0] == 0xe9 && w[0] == 0x20ac && (unsigned char)s[0] == 0xc3))
        reach_error();
    return 0;
}
