// EXPECT: TRUE
extern void reach_error(void);

int d;
int main()
{
    int x[1];
    if (d == 0) {
        d = 1;
        x[0] = 4;
        main();
        if (x[0] != 4)
            reach_error();
    } else {
        x[0] = 9;
    }
    return 0;
}
