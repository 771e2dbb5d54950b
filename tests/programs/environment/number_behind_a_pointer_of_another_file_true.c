// EXPECT: TRUE
// MACHINE: both
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
