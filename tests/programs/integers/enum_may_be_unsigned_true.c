// EXPECT: TRUE
extern void reach_error(void);

enum E { A = -1, B };

enum F { C = 1, D };

int main()
{
    enum F f = C;
    enum E e = A;
    if (!(e < 0 && f - 2 > 0u))
        reach_error();
    return 0;
}
