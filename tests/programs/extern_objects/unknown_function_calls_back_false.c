// EXPECT: FALSE, or TRUE if assumed: calls no function of the program
// OTHER UNIT: void run(void (*f)(void)) { f(); }
extern void reach_error(void);

extern void run(void (*)(void));
void cb(void)
{
    reach_error();
}

int main()
{
    run(cb);
    return 0;
}
