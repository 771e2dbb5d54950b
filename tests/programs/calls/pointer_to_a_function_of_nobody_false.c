// EXPECT: FALSE
// OTHER UNIT: static void f(void) {} void (*get(void))(void) { return f; }
extern void reach_error(void);
extern void (*get(void))(void);
int main(void)
{
    void (*p)(void) = get();
    p();
    reach_error();
    return 0;
}
