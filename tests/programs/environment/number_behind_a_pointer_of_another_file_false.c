// EXPECT: FALSE
// MACHINE: both
// OTHER UNIT: int number = 5; int *elsewhere(void) { return &number; }
extern void reach_error(void);
extern int *elsewhere(void);

int main(void)
{
    int *p = elsewhere();
    int first = *p;
    if (first == 5)
        reach_error();
    return 0;
}
