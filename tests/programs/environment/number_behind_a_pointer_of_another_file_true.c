// EXPECT: TRUE
// MACHINE: both
// OTHER UNIT: int number = 7; int *elsewhere(void) { return &number; }
extern void reach_error(void);
extern int *elsewhere(void);

int main(void)
{
    int *p = elsewhere();
    int first = *p;
    if (first != *p)
        reach_error();
    return 0;
}
