// A counter up to a constant.
extern void reach_error(void);

int main(void) {
    unsigned i = 0;
    while (i < 100)
        i++;
    if (i != 100)
        reach_error();
    return 0;
}
