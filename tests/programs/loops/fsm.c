// A state machine like that of ssh: data is sent only after the handshake.
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    unsigned state = 0, connected = 0, authenticated = 0;
    while (__VERIFIER_nondet_bool()) {
        if (state == 0) {
            state = 1;
        } else if (state == 1) {
            connected = 1;
            state = __VERIFIER_nondet_bool() ? 2 : 0;
        } else if (state == 2) {
            if (__VERIFIER_nondet_bool()) {
                authenticated = 1;
                state = 3;
            } else {
                state = 4;
            }
        } else if (state == 3) {
            if (!connected || !authenticated)
                reach_error();
            if (__VERIFIER_nondet_bool())
                state = 4;
        } else if (state == 4) {
            connected = 0;
            authenticated = 0;
            state = 0;
        } else {
            reach_error();
        }
    }
    return 0;
}
