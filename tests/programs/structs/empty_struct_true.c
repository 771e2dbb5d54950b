// EXPECT: TRUE
// MACHINE: both
extern void reach_error(void);

struct E {};

int main()
{
    struct E e, f;
    e = f;
    if (sizeof(struct E) != 0)
        reach_error();
    return 0;
}
