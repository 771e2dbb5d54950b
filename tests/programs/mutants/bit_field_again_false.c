// EXPECT: FALSE
// ABOUT: a bit-field is written twice
extern void reach_error(void);

int main(void)
{
    struct { unsigned a : 3; unsigned b : 5; } s;
    s.a = 5;
    s.b = 1;
    s.a = 2;
    if (s.a == 2)
        reach_error();
    return 0;
}
