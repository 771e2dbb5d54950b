// EXPECT: FALSE
// PROPERTY: G ! unsequenced
// INPUT: 1
// NOT COMPILED: gcc does not look for it
extern int __VERIFIER_nondet_int(void);

struct clock {
    unsigned now;
};

int main(void)
{
    struct clock first = {0}, second = {0}, *p = &first, *q = &second;
    if (__VERIFIER_nondet_int() == 1)
        q = &first;
    p->now = ++q->now;
    return 0;
}
