// EXPECT: TRUE
// MACHINE: both
// OTHER UNIT: void elsewhere(void) {}
extern void reach_error(void);
extern void elsewhere(void);
extern void *malloc(unsigned long);

int main(void)
{
    int *block = malloc(400000);
    if (!block)
        return 0;
    block[90000] = 1;
    elsewhere();
    if (block[90000] != 1)
        reach_error();
    return 0;
}
