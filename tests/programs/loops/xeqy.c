// Two counters that go together.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned x = 0, y = 0;
    while (__VERIFIER_nondet_bool()) {
        x++;
        y++;
    }
    if (x != y)
        reach_error();
    return 0;
}
