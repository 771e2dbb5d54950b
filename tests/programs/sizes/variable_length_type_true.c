// EXPECT: TRUE
extern void reach_error(void);
typedef struct pair {
    int a;
    char b;
} Pair;

static int size_of(int n)
{
    return sizeof(int[n]);
}

int main()
{
    unsigned char n = 5;
    int i = 0;
    typedef short Row[n];
    n = 7;
    int right = size_of(3) == 12 && sizeof(Pair[n][3]) == 168 && sizeof(struct pair[n]) == 56;
    right = right && sizeof(const unsigned long int *[n]) == 7 * sizeof(void *) && sizeof(Row) == 10 && sizeof(Row[2]) == 20;
    right = right && sizeof(double[n][n]) == 392 && sizeof(char[++i]) == 1 && i == 1;
    if (!right)
        reach_error();
    return 0;
}
