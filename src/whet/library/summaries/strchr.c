// A character is found anywhere in the string, or not.
typedef __SIZE_TYPE__ size_t;
size_t __whet_before_null(const char *s);
_Bool __VERIFIER_nondet_nothing_found(void);
void __VERIFIER_assume(int condition);

static inline char *found_character(const char *s, int c) {
    size_t i = __whet_before_null(s);
    if (s[i] != (char)c || __VERIFIER_nondet_nothing_found())
        return 0;
    return (char *)s + i;
}

char *strchr(const char *s, int c) {
    return found_character(s, c);
}

char *strrchr(const char *s, int c) {
    return found_character(s, c);
}

char *index(const char *s, int c) {
    return found_character(s, c);
}

char *rindex(const char *s, int c) {
    return found_character(s, c);
}
