// EXPECT: FALSE
// PROPERTY: G ! unreachable-code
int main(void)
{
    unsigned char state = 1;
    for (int i = 0; i < 20; i++) {
        state = (unsigned char)(5 * state + 3);
        if (state == 213)
            __builtin_unreachable();
    }
    return 0;
}
