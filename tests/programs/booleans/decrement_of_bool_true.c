// EXPECT: TRUE
extern void reach_error(void);

int main()
{
    _Bool b = 1;
    b--;
    if (b == 0) {
        b--;
        if (b != 1)
            reach_error();
    }
    return 0;
}
