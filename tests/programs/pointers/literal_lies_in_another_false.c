// EXPECT: FALSE
// NOT COMPILED: whether literals share their bytes is left to the compiler; gcc and its linker let them
extern void reach_error(void);

int main()
{
    const char *volatile word = "abc", *volatile longer = "xabc";
    if (word == longer + 1)
        reach_error();
    return 0;
}
