// EXPECT: ANY
extern void reach_error(void);

enum E { A = 1, B = 0x100000000L };

int main()
{
    if (sizeof(A) == 8)
        reach_error();
    return 0;
}
