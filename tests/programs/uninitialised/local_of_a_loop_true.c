// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    int i;
    for (i = 0; i < 2; i++) {
        int x = 8;
        if (i == 1 && x == 7)
            reach_error();
        x = 3;
    }
    return 0;
}
