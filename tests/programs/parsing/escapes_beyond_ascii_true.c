// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    char *s = "\xff\x80";
    if (!(s[0] == -1 && (unsigned char)s[1] == 128))
        reach_error();
    return 0;
}
