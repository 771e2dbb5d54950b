// EXPECT: FALSE
// ABOUT: a jump to an address that is computed
extern void reach_error(void);

int main(void)
{
    void *where = &&fails;
    goto *where;
    fails:
    reach_error();
    return 0;
}
