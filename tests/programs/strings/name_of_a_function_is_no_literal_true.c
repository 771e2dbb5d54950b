// EXPECT: TRUE
extern void reach_error(void);

const char *own_name(void)
{
    const char *one = __func__, *two = __func__;
    return one == two ? one : 0;
}

int main(void)
{
    const char *literal = "own_name", *same = "own_name";
    if (literal == same && own_name() == literal)
        reach_error();
    return 0;
}
