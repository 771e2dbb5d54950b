// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int x = 5;
    x *= 1.5;
    unsigned char c = 250;
    c += 10;
    short s = -3;
    s >>= 1;
    int y;
    char z;
    y = z = 300;
    if (!(x == 7 && c == 4 && s == -2 && y == 44))
        reach_error();
    return 0;
}
