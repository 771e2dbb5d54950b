// EXPECT: FALSE
// PROPERTY: G ! unreachable-code
// INPUT: 9
extern int __VERIFIER_nondet_int(void);
static const int keys[3] = {4, 8, 15};
static int position(int key)
{
    for (int i = 0; i < 3; i++)
        if (keys[i] == key)
            return i;
    __builtin_unreachable();
}
int main(void)
{
    int key = __VERIFIER_nondet_int();
    if (key != 4 && key != 8 && key != 9)
        return 0;
    return position(key);
}
