// EXPECT: FALSE
// PROPERTY: G ! misaligned-access
struct __attribute__((aligned(64))) line {
    int first;
};
static _Alignas(64) unsigned char pool[256];
int main(void)
{
    struct line *there = (struct line *)(pool + 32);
    there->first = 1;
    return 0;
}
