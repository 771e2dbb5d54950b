// What functions without a body read of the strings that they are given (frontend/argument_checks.py): calls of these functions
// stand before theirs, so that an access beyond the end of an object is found like any other.  A string is read up to its end or
// up to a limit, two that are compared up to the first difference.  The others say how many characters printf writes for a value
// (C11 7.21.6.1); for floating values it is the greatest number, in steps of a digit.
//
// Behind a call that writes formatted output there is one of text_is_written: it stores each byte up to the null character again,
// so that every analysis sees that these bytes are written and where the text ends at the latest.
typedef __SIZE_TYPE__ size_t;
char __whet_text_byte(const char *place);

static size_t string_length(const char *s) {
    size_t i = 0;
    while (s[i] != '\0')
        i++;
    return i;
}

static size_t string_length_within(const char *s, size_t n) {
    size_t i = 0;
    while (i < n && s[i] != '\0')
        i++;
    return i;
}

static void read_string(const char *s) {
    while (*s != '\0')
        s++;
}

static void read_string_within(const char *s, size_t n) {
    for (size_t i = 0; i < n && s[i] != '\0'; i++)
        ;
}

// Of strings that are known to have an end.
static char read_null(const char *s) {
    return s == 0 ? *s : '\0';
}

static void read_null_within(const char *s, size_t n) {
    if (n > 0)
        read_null(s);
}

static void read_nulls(const char *a, const char *b) {
    read_null(a);
    read_null(b);
}

static void read_nulls_within(const char *a, const char *b, size_t n) {
    if (n > 0)
        read_nulls(a, b);
}

// Of objects that are known to end with a null character.
static char read_byte(const char *s) {
    return *s;
}

static char read_byte_within(const char *s, size_t n) {
    return n > 0 ? *s : '\0';
}

static void read_bytes(const char *a, const char *b) {
    read_byte(a);
    read_byte(b);
}

static void read_bytes_within(const char *a, const char *b, size_t n) {
    if (n > 0)
        read_bytes(a, b);
}

static void read_wide_string(const __WCHAR_TYPE__ *s) {
    while (*s != 0)
        s++;
}

static void compare_strings(const char *a, const char *b) {
    for (size_t i = 0; a[i] == b[i] && a[i] != '\0'; i++)
        ;
}

static void compare_strings_within(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n && a[i] == b[i] && a[i] != '\0'; i++)
        ;
}

static int without_case(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static void compare_strings_ignoring_case(const char *a, const char *b) {
    for (size_t i = 0; without_case(a[i]) == without_case(b[i]) && a[i] != '\0'; i++)
        ;
}

static void compare_strings_ignoring_case_within(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n && without_case(a[i]) == without_case(b[i]) && a[i] != '\0'; i++)
        ;
}

static size_t at_least(size_t length, int width) {
    size_t least = width < 0 ? -(size_t)width : (size_t)width;
    return length < least ? least : length;
}

static size_t at_most(size_t length, size_t limit) {
    return length < limit ? length : limit;
}

static size_t decimal_digits(unsigned long long v) {
    return 1 + (size_t)(v > 9) + (v > 99) + (v > 999) + (v > 9999) + (v > 99999) + (v > 999999) + (v > 9999999) + (v > 99999999) +
           (v > 999999999) + (v > 9999999999) + (v > 99999999999) + (v > 999999999999) + (v > 9999999999999) +
           (v > 99999999999999) + (v > 999999999999999) + (v > 9999999999999999) + (v > 99999999999999999) +
           (v > 999999999999999999) + (v > 9999999999999999999ULL);
}

static size_t signed_decimal(long long v) {
    return v < 0 ? 1 + decimal_digits(-(unsigned long long)v) : decimal_digits((unsigned long long)v);
}

static size_t hexadecimal_digits(unsigned long long v) {
    return 1 + (size_t)(v > 0xf) + (v > 0xff) + (v > 0xfff) + (v > 0xffff) + (v > 0xfffff) + (v > 0xffffff) + (v > 0xfffffff) +
           (v > 0xffffffff) + (v > 0xfffffffff) + (v > 0xffffffffff) + (v > 0xfffffffffff) + (v > 0xffffffffffff) +
           (v > 0xfffffffffffff) + (v > 0xffffffffffffff) + (v > 0xfffffffffffffff);
}

static size_t fixed_digits(double v) {
    double a = v < 0 ? -v : v;
    size_t digits = 1 + (size_t)(a > 9) + (a > 99) + (a > 999) + (a > 9999) + (a > 99999) + (a > 999999) + (a > 9999999) +
                    (a > 99999999) + (a > 999999999);
    return a > 9999999999 ? 309 : digits;
}

static void text_is_written(char *s, size_t most) {
    char c = most > 1 ? __whet_text_byte(s) : '\0';
    *s = c;
    for (size_t i = 1; c != '\0' && i < most; i++) {
        c = i + 1 < most ? __whet_text_byte(s + i) : '\0';
        s[i] = c;
    }
}
