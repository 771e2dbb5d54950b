// EXPECT: FALSE
extern void reach_error(void);
int main(void)
{
    void (*p)(void) = reach_error;
    p();
    return 0;
}
