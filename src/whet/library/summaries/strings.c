// Strings are read up to their end, or up to a limit: every place that a loop may come to is one that is looked at.
typedef __SIZE_TYPE__ size_t;
size_t __whet_before_null(const char *s);
void __VERIFIER_assume(int condition);

static void read_string(const char *s) {
    size_t i = __whet_before_null(s);
    if (s[i] == '\0')
        return;
}

static void read_string_within(const char *s, size_t n) {
    size_t i = __whet_before_null(s);
    if (i < n && s[i] == '\0')
        return;
}

static size_t string_length(const char *s) {
    size_t i = __whet_before_null(s);
    __VERIFIER_assume(s[i] == '\0');
    return i;
}

static size_t string_length_within(const char *s, size_t n) {
    size_t i = __whet_before_null(s);
    __VERIFIER_assume(i >= n || s[i] == '\0');
    return i < n ? i : n;
}

static void compare_strings(const char *a, const char *b) {
    size_t i = __whet_before_null(a);
    __VERIFIER_assume(i <= __whet_before_null(b));
    if (a[i] == b[i])
        return;
}

static void compare_strings_within(const char *a, const char *b, size_t n) {
    size_t i = __whet_before_null(a);
    __VERIFIER_assume(i <= __whet_before_null(b));
    if (i < n && a[i] == b[i])
        return;
}

size_t strlen(const char *s) {
    return string_length(s);
}

size_t strnlen(const char *string, size_t maxlen) {
    return string_length_within(string, maxlen);
}
