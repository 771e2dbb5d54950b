// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

struct F {
    int n;
    char d[0];
};

int main()
{
    if (sizeof(struct F) != 4)
        reach_error();
    return 0;
}
