// The loop ends only because the number wraps around.
extern void reach_error(void);

int main(void) {
    unsigned x = 10;
    while (x >= 10)
        x += 2;
    if (x % 2 != 0)
        reach_error();
    return 0;
}
