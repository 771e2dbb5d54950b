// C11 7.22.4.2, 7.22.4.4: functions are called in the reverse order of their registration; one that is registered meanwhile comes
// next.  C promises room for 32 functions and glibc has room for more, so what happens behind the last one is not modelled.  Nor is a
// program that calls exit while it ends, which has no meaning in C.
enum { AT_LEAST = 32 };
void _Exit(int status);
int __cxa_atexit(void (*function)(void *), void *argument, void *library);
void __cxa_finalize(void *library);

static void (*registered[AT_LEAST])(void);
static unsigned count;
static _Bool is_ending;

int atexit(void (*function)(void)) {
    if (count == AT_LEAST)
        return __cxa_atexit((void (*)(void *))function, 0, 0);
    registered[count] = function;
    count++;
    return 0;
}

// Where main has returned: the status is what it returned.
static int run_registered(int status) {
    is_ending = 1;
    while (count > 0) {
        count--;
        registered[count]();
    }
    return status;
}

void exit(int status) {
    if (is_ending)
        __cxa_finalize(0);
    _Exit(run_registered(status));
}
