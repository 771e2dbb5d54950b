// EXPECT: TRUE
// PROPERTY: G ! misaligned-access
#define ONE 1
#define ALIGNED(n) __attribute__((aligned(n)))
typedef int ALIGNED(1) one_int;
typedef int __attribute__((__aligned__(ONE))) other_int;

int main(void)
{
    char bytes[9] = {0};
    *(one_int *)(bytes + 1) = 3;
    return *(other_int *)(bytes + 5);
}
