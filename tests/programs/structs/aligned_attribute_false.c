// EXPECT: FALSE
// MACHINE: both
extern void reach_error(void);

struct __attribute__((aligned(16))) P {
    char c;
};

struct Q {
    char c;
    struct P p;
};

int main()
{
    if (sizeof(struct Q) == 32)
        reach_error();
    return 0;
}
