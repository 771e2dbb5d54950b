// A filter whose output stays within the limits of its input.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float x = 0;
    while (__VERIFIER_nondet_bool()) {
        float in = __VERIFIER_nondet_float();
        if (!(in >= 0 && in <= 1))
            return 0;
        x = (x + in) / 2;
    }
    if (!(x >= 0 && x <= 1))
        reach_error();
    return 0;
}
