// Both strings may be read up to their ends.
typedef __SIZE_TYPE__ size_t;
size_t __whet_before_null(const char *s);
_Bool __VERIFIER_nondet_nothing_found(void);
void __VERIFIER_assume(int condition);

static inline void pass_set(const char *s) {
    size_t i = __whet_before_null(s);
    if (s[i] == '\0')
        return;
}

static inline size_t pass_some(const char *s1, const char *s2) {
    size_t i = __whet_before_null(s1);
    if (s1[i] != '\0')
        pass_set(s2);
    return i;
}

size_t strspn(const char *s1, const char *s2) {
    return pass_some(s1, s2);
}

size_t strcspn(const char *s1, const char *s2) {
    return pass_some(s1, s2);
}

char *strpbrk(const char *s1, const char *s2) {
    size_t i = pass_some(s1, s2);
    if (__VERIFIER_nondet_nothing_found())
        return 0;
    __VERIFIER_assume(s1[i] != '\0');
    return (char *)s1 + i;
}
