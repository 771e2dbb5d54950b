// EXPECT: TRUE
// PROPERTY: G ! misaligned-access
struct __attribute__((aligned(64))) line {
    int first;
};
#define CACHE 64
static _Alignas(CACHE) unsigned char pool[256];
int main(void)
{
    unsigned char local[128] __attribute__((aligned(CACHE)));
    struct line *there = (struct line *)(pool + 64);
    there->first = 1;
    there = (struct line *)local;
    there->first = 2;
    return 0;
}
