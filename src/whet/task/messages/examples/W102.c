// whet verify W102.c
// Assumed: W102.c:6:5: functions without a body access only the memory that their arguments point to [W102]
extern void other(int *p);
int main(void) {
    int x = 1;
    other(&x);
    return x > 0;
}
