// POSIX.1-2017 getuid, getpid and their kin, and credentials(7) of Linux: inputs of the program, the same at each call until one of
// them is changed.  (uid_t)-1 is no user, and a number of a process is less than the greatest /proc/sys/kernel/pid_max.
int *__errno_location(void);
unsigned __VERIFIER_nondet_identity(void);
int __VERIFIER_nondet_process(void);
_Bool __VERIFIER_nondet_error(void);
enum { IDENTITY_REFUSED = 1, IDENTITY_MOST_PROCESSES = 4194304, IDENTITY_NO_PROCESS = 3 };
static _Bool identity_has_user, identity_has_other_user, identity_has_group, identity_has_other_group, identity_has_process;
static unsigned identity_user, identity_other_user, identity_group, identity_other_group;
static int identity_process;

static unsigned identity_number(void) {
    unsigned number = __VERIFIER_nondet_identity();
    return number == (unsigned)-1 ? 0 : number;
}

static int identity_process_number(int least) {
    int number = __VERIFIER_nondet_process();
    return number < least || number >= IDENTITY_MOST_PROCESSES ? least : number;
}

static int identity_change(void) {
    if (__VERIFIER_nondet_error()) {
        *__errno_location() = IDENTITY_REFUSED;
        return -1;
    }
    return 0;
}

static int identity_change_user(void) {
    if (identity_change() != 0)
        return -1;
    identity_has_user = identity_has_other_user = 0;
    return 0;
}

static int identity_change_group(void) {
    if (identity_change() != 0)
        return -1;
    identity_has_group = identity_has_other_group = 0;
    return 0;
}

unsigned getuid(void) {
    if (!identity_has_user) {
        identity_user = identity_number();
        identity_has_user = 1;
    }
    return identity_user;
}

unsigned geteuid(void) {
    if (!identity_has_other_user) {
        identity_other_user = identity_number();
        identity_has_other_user = 1;
    }
    return identity_other_user;
}

unsigned getgid(void) {
    if (!identity_has_group) {
        identity_group = identity_number();
        identity_has_group = 1;
    }
    return identity_group;
}

unsigned getegid(void) {
    if (!identity_has_other_group) {
        identity_other_group = identity_number();
        identity_has_other_group = 1;
    }
    return identity_other_group;
}

int getpid(void) {
    if (!identity_has_process) {
        identity_process = identity_process_number(1);
        identity_has_process = 1;
    }
    return identity_process;
}

int getppid(void) {
    return identity_process_number(0);
}

int getpgrp(void) {
    return identity_process_number(0);
}

static int identity_of_group(void) {
    if (__VERIFIER_nondet_error()) {
        *__errno_location() = IDENTITY_NO_PROCESS;
        return -1;
    }
    return identity_process_number(0);
}

int getpgid(int process) {
    return identity_of_group();
}

int getsid(int process) {
    return identity_of_group();
}

int setsid(void) {
    return identity_of_group();
}

int setpgid(int process, int group) {
    return identity_change();
}

int setuid(unsigned user) {
    return identity_change_user();
}

int seteuid(unsigned user) {
    return identity_change_user();
}

int setreuid(unsigned user, unsigned other) {
    return identity_change_user();
}

int setgid(unsigned group) {
    return identity_change_group();
}

int setegid(unsigned group) {
    return identity_change_group();
}

int setregid(unsigned group, unsigned other) {
    return identity_change_group();
}
