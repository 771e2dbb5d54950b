// EXPECT: FALSE
// MACHINE: both
extern void reach_error(void);

#pragma pack(push, 2)
struct P {
    char c;
    int i;
    double d;
};
#pragma pack(pop)
int main()
{
    if (sizeof(struct P) == 14)
        reach_error();
    return 0;
}
