// EXPECT: TRUE
extern void reach_error(void);

char s[3] = "abc";
char t[] = "abc";
int main()
{
    if (!(sizeof s == 3 && sizeof t == 4 && s[2] == 'c'))
        reach_error();
    return 0;
}
