// One counter is twice the other.
extern void reach_error(void);

int main(void) {
    unsigned i = 0, j = 0;
    while (i < 1000) {
        i++;
        j += 2;
    }
    if (j != 2000)
        reach_error();
    return 0;
}
