// EXPECT: FALSE
// ABOUT: a store to a part of a union changes the whole
extern void reach_error(void);

int main(void)
{
    union { unsigned whole; unsigned char low; } u;
    u.whole = 0;
    u.low = 3;
    if (u.whole == 3)
        reach_error();
    return 0;
}
