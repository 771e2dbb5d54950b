// EXPECT: FALSE
// ABOUT: the first byte of a number is its lowest
extern void reach_error(void);

int main(void)
{
    union { unsigned whole; unsigned char bytes[4]; } u;
    u.bytes[0] = 1;
    u.bytes[1] = 0;
    u.bytes[2] = 0;
    u.bytes[3] = 0;
    if (u.whole == 1)
        reach_error();
    return 0;
}
