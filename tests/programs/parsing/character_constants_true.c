// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    if (!('\377' == -1 && sizeof('a') == 4 && 'ab' == 0x6162 && L'x' == 120 && "ab\0c"[3] == 'c' &&
          sizeof("ab\0c") == 5))
        reach_error();
    return 0;
}
