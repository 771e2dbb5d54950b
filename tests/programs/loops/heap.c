// Two objects on the heap are counted up together.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void *malloc(unsigned long);

int main(void) {
    unsigned *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (!p || !q)
        return 0;
    *p = 0;
    *q = 0;
    while (__VERIFIER_nondet_bool()) {
        ++*p;
        ++*q;
    }
    if (*p != *q)
        reach_error();
    return 0;
}
