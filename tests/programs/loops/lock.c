// The lock of BLAST: taken and given back in turn.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned lock = 0, old, new = __VERIFIER_nondet_uint();
    do {
        if (lock != 0)
            reach_error();
        lock = 1;
        old = new;
        if (__VERIFIER_nondet_bool()) {
            if (lock != 1)
                reach_error();
            lock = 0;
            new++;
        }
    } while (new != old);
    if (lock != 1)
        reach_error();
    return 0;
}
