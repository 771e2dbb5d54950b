// EXPECT: FALSE
// MACHINE: both
// OTHER UNIT: void elsewhere(void) {}
// INPUT: 0
extern void reach_error(void);
extern void elsewhere(void);
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);
extern void *malloc(unsigned long);

int main(void)
{
    char *block = malloc(4);
    char source[4] = {1, 2, 3, 4};
    unsigned long n = __VERIFIER_nondet_int() ? 4 : 0;
    if (!block || n == 4)
        return 0;
    block[3] = 9;
    memcpy(block + 4, source, n);
    elsewhere();
    if (block[3] == 9)
        reach_error();
    return 0;
}
