// EXPECT: TRUE
extern void reach_error(void);

struct bytes {
    unsigned char byte[1];
};

_Bool b;

int main(void)
{
    ((struct bytes *)&b)->byte[0] = 1;
    int x = b;
    if (x != 0 && x != 1)
        reach_error();
    return 0;
}
