// err(3) of 4.4BSD: a message, and exit with the functions that run then.
// assumed: ERR
void exit(int status);

void err(int status, const char *format, ...) {
    exit(status);
}

void errx(int status, const char *format, ...) {
    exit(status);
}

void verr(int status, const char *format, __builtin_va_list list) {
    exit(status);
}

void verrx(int status, const char *format, __builtin_va_list list) {
    exit(status);
}
