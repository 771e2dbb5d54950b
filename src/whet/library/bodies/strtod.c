// C11 7.22.1.1, 7.22.1.3, in the "C" locale.  Where the number ends is said here; which number it is, and whether a small one is
// exact, only a run knows: a proof is about any.  A number that is too large or too small leaves a number in errno, as in glibc.
int *__errno_location(void);
double __whet_to_double(const char *s);
int __whet_is_too_small(const char *s);
enum { NO_SUCH_DOUBLE = 34 };

typedef struct {
    const char *end;
    int is_in_digits;
    int is_decimal;
} floating;

static int is_letter(char c, char letter) {
    return c == letter || c == letter - 'a' + 'A';
}

static int is_word(const char *s, const char *word) {
    for (; *word != '\0'; word++, s++)
        if (!is_letter(*s, *word))
            return 0;
    return 1;
}

static int is_decimal_digit(char c) {
    return c >= '0' && c <= '9';
}

static int is_digit(char c, int is_decimal) {
    return is_decimal_digit(c) || (!is_decimal && ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')));
}

// Not a number may have a text in parentheses.
static const char *behind_nan(const char *s) {
    const char *end = s;
    if (*s == '(') {
        do
            s++;
        while (*s == '_' || is_decimal_digit(*s) || (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z'));
        if (*s == ')')
            end = s + 1;
    }
    return end;
}

static const char *behind_digits(const char *s, int is_decimal) {
    while (is_digit(*s, is_decimal))
        s++;
    return s;
}

static const char *behind_exponent(const char *s, char letter) {
    const char *end = s;
    if (is_letter(*s, letter)) {
        s++;
        if (*s == '+' || *s == '-')
            s++;
        for (; is_decimal_digit(*s); s++)
            end = s + 1;
    }
    return end;
}

static void read_digits(floating *found, const char *s) {
    if (s[0] == '0' && is_letter(s[1], 'x') && (is_digit(s[2], 0) || (s[2] == '.' && is_digit(s[3], 0)))) {
        found->is_decimal = 0;
        s += 2;
    }
    const char *begin = s;
    s = behind_digits(s, found->is_decimal);
    if (*s == '.' && (s != begin || is_digit(s[1], found->is_decimal)))
        s = behind_digits(s + 1, found->is_decimal);
    if (s != begin) {
        found->is_in_digits = 1;
        found->end = behind_exponent(s, found->is_decimal ? 'e' : 'p');
    }
}

static void read_floating(floating *found, const char *s) {
    found->end = s;
    found->is_in_digits = 0;
    found->is_decimal = 1;
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    if (*s == '+' || *s == '-')
        s++;
    if (is_word(s, "inf"))
        found->end = is_word(s + 3, "inity") ? s + 8 : s + 3;
    else if (is_word(s, "nan"))
        found->end = behind_nan(s + 3);
    else
        read_digits(found, s);
}

static double to_double(const char *restrict s, char **restrict end) {
    floating found;
    read_floating(&found, s);
    if (end != 0)
        *end = (char *)found.end;
    if (found.end == s)
        return 0;
    double value = __whet_to_double(s);
    if (!found.is_in_digits)
        return value;
    int is_too_large = value > __DBL_MAX__ || value < -__DBL_MAX__;
    if (is_too_large || (value >= -__DBL_MIN__ && value <= __DBL_MIN__ && __whet_is_too_small(s)))
        *__errno_location() = NO_SUCH_DOUBLE;
    return value;
}

double strtod(const char *restrict s, char **restrict end) {
    return to_double(s, end);
}

double atof(const char *s) {
    return to_double(s, 0);
}
