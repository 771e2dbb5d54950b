// EXPECT: TRUE
extern void reach_error(void);

int g = 0;
int main()
{
    __asm__ volatile(".pushsection .init_array,\"aw\"\n.quad setg\n.popsection");
    if (g != 5)
        reach_error();
    return 0;
}

void setg(void)
{
    g = 5;
}
