// whet verify --check memory W105.c
// Assumed: W105.c:8:14: pointer arithmetic stays within the object or one past its end [W105]
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[3] = {0}, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 2)
        return 0;
    int *p = a + i;
    return *p;
}
