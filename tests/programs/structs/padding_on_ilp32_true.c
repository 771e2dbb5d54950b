// EXPECT: TRUE
// MACHINE: ILP32
extern void reach_error(void);

struct S {
    char a;
    long long b;
    double d;
};

int main()
{
    if (!(sizeof(struct S) == 20 && __builtin_offsetof(struct S, b) == 4))
        reach_error();
    return 0;
}
