// No more than the string is read, any number is found, and it ends anywhere in the string.
typedef __SIZE_TYPE__ size_t;
size_t __whet_before_null(const char *s);
_Bool __VERIFIER_nondet_error(void);
long __VERIFIER_nondet_number(void);
long long __VERIFIER_nondet_long_number(void);
int *__errno_location(void);

static inline size_t passed(const char *s) {
    size_t i = __whet_before_null(s);
    return s[i] == '\0' ? i : i;
}

static inline void pass_number(const char *s, char **end, int base) {
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return;
    }
    size_t i = passed(s);
    if (__VERIFIER_nondet_error())
        *__errno_location() = 34;
    if (end != 0)
        *end = (char *)s + i;
}

long strtol(const char *restrict s, char **restrict end, int base) {
    pass_number(s, end, base);
    return __VERIFIER_nondet_number();
}

long long strtoll(const char *restrict s, char **restrict end, int base) {
    pass_number(s, end, base);
    return __VERIFIER_nondet_long_number();
}

unsigned long strtoul(const char *restrict s, char **restrict end, int base) {
    pass_number(s, end, base);
    return (unsigned long)__VERIFIER_nondet_number();
}

unsigned long long strtoull(const char *restrict s, char **restrict end, int base) {
    pass_number(s, end, base);
    return (unsigned long long)__VERIFIER_nondet_long_number();
}

int atoi(const char *s) {
    pass_number(s, 0, 10);
    return (int)__VERIFIER_nondet_number();
}

long atol(const char *s) {
    pass_number(s, 0, 10);
    return __VERIFIER_nondet_number();
}

long long atoll(const char *s) {
    pass_number(s, 0, 10);
    return __VERIFIER_nondet_long_number();
}
