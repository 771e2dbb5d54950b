// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

enum E { A, B, C, D };

struct S {
    enum E e : 2;
};

int main()
{
    struct S s;
    s.e = D;
    if (s.e != D)
        reach_error();
    return 0;
}
