// EXPECT: TRUE
extern void reach_error(void);

typedef void (*F)(void);
void a(void) {}
F t[3] = {a};

int main()
{
    if (t[1] != 0)
        reach_error();
    return 0;
}
