// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    const char *volatile word = "abc", *volatile longer = "xabc";
    if (word == longer)
        reach_error();
    return 0;
}
