// EXPECT: TRUE
// OTHER UNIT: void run(void (*f)(void)) { f(); }
extern void reach_error(void);

extern void run(void (*)(void));
static void cb(void)
{
    reach_error();
}

int main()
{
    run(0);
    if (0)
        run(cb);
    return 0;
}
