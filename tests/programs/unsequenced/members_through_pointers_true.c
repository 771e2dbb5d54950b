// EXPECT: TRUE
// PROPERTY: G ! unsequenced
extern int __VERIFIER_nondet_int(void);

struct clock {
    unsigned now;
};

int main(void)
{
    struct clock first = {0}, second = {0}, third = {0}, *p = &first, *q = &second;
    if (__VERIFIER_nondet_int() == 1)
        q = &third;
    p->now = ++q->now;
    return 0;
}
