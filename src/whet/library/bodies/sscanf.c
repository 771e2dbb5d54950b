// C11 7.21.6.7, as glibc has it.  A call whose format is a literal is lowered to these functions, one for each directive
// (frontend/string_scanning.py).  A number out of range is what strtol makes of it, and 0x without a digit is a zero.
// Characters are compared in the loops that need it, and not by functions: the check of proofs follows these loops.
// may set errno
typedef __SIZE_TYPE__ size_t;
long strtol(const char *restrict s, char **restrict end, int base);
long long strtoll(const char *restrict s, char **restrict end, int base);
unsigned long strtoul(const char *restrict s, char **restrict end, int base);
unsigned long long strtoull(const char *restrict s, char **restrict end, int base);
enum { SSCANF_MOST = 31 };

static const char *behind;

// The whole text has to be a string, however much of it is read.
static void sscanf_begins(const char *s) {
    __builtin_strlen(s);
}

static const char *sscanf_blanks(const char *at) {
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    return at;
}

static const char *sscanf_next(const char *at) {
    return at + 1;
}

static long sscanf_count(const char *begin, const char *at) {
    return at - begin;
}

static const char *sscanf_behind(void) {
    return behind;
}

// As much of the text as a number of this width may have.
static void copy_number(char *copy, const char *at, size_t width) {
    size_t i = 0;
    for (; i < width && at[i] != '\0'; i++)
        copy[i] = at[i];
    copy[i] = '\0';
}

// The number that begins at a place was read from another one, up to an end.
static void ends_at(const char *at, const char *from, const char *end, int base) {
    size_t length = (size_t)(end - from), digit = *from == '-' || *from == '+';
    if ((base == 0 || base == 16) && length == digit + 1 && from[digit] == '0' && (*end == 'x' || *end == 'X'))
        length++;
    behind = at + length;
}

static long sscanf_long(const char *at, int base) {
    char *end;
    long number = strtol(at, &end, base);
    ends_at(at, at, end, base);
    return number;
}

static long long sscanf_long_long(const char *at, int base) {
    char *end;
    long long number = strtoll(at, &end, base);
    ends_at(at, at, end, base);
    return number;
}

static unsigned long sscanf_unsigned_long(const char *at, int base) {
    char *end;
    unsigned long number = strtoul(at, &end, base);
    ends_at(at, at, end, base);
    return number;
}

static unsigned long long sscanf_unsigned_long_long(const char *at, int base) {
    char *end;
    unsigned long long number = strtoull(at, &end, base);
    ends_at(at, at, end, base);
    return number;
}

static long sscanf_short_long(const char *at, int base, size_t width) {
    char copy[SSCANF_MOST + 1], *end;
    copy_number(copy, at, width);
    long number = strtol(copy, &end, base);
    ends_at(at, copy, end, base);
    return number;
}

static long long sscanf_short_long_long(const char *at, int base, size_t width) {
    char copy[SSCANF_MOST + 1], *end;
    copy_number(copy, at, width);
    long long number = strtoll(copy, &end, base);
    ends_at(at, copy, end, base);
    return number;
}

static unsigned long sscanf_short_unsigned_long(const char *at, int base, size_t width) {
    char copy[SSCANF_MOST + 1], *end;
    copy_number(copy, at, width);
    unsigned long number = strtoul(copy, &end, base);
    ends_at(at, copy, end, base);
    return number;
}

static unsigned long long sscanf_short_unsigned_long_long(const char *at, int base, size_t width) {
    char copy[SSCANF_MOST + 1], *end;
    copy_number(copy, at, width);
    unsigned long long number = strtoull(copy, &end, base);
    ends_at(at, copy, end, base);
    return number;
}

static const char *sscanf_word(char *to, const char *at, size_t most) {
    size_t i = 0;
    for (; i < most && at[i] != '\0' && at[i] != ' ' && (at[i] < '\t' || at[i] > '\r'); i++)
        to[i] = at[i];
    to[i] = '\0';
    return at + i;
}

static const char *sscanf_drop_word(const char *at, size_t most) {
    size_t i = 0;
    while (i < most && at[i] != '\0' && at[i] != ' ' && (at[i] < '\t' || at[i] > '\r'))
        i++;
    return at + i;
}

// Characters of a set, which is given as four ranges; none is stored if there is none of the set.
static const char *sscanf_set(char *to, const char *at, size_t most, int is_in, unsigned char a, unsigned char b, unsigned char c,
                              unsigned char d, unsigned char e, unsigned char f, unsigned char g, unsigned char h) {
    size_t i = 0;
    for (; i < most && at[i] != '\0'; i++) {
        unsigned char now = (unsigned char)at[i];
        if (((now >= a && now <= b) || (now >= c && now <= d) || (now >= e && now <= f) || (now >= g && now <= h)) != is_in)
            break;
        to[i] = at[i];
    }
    if (i > 0)
        to[i] = '\0';
    return at + i;
}

static const char *sscanf_drop_set(const char *at, size_t most, int is_in, unsigned char a, unsigned char b, unsigned char c,
                                   unsigned char d, unsigned char e, unsigned char f, unsigned char g, unsigned char h) {
    size_t i = 0;
    for (; i < most && at[i] != '\0'; i++) {
        unsigned char now = (unsigned char)at[i];
        if (((now >= a && now <= b) || (now >= c && now <= d) || (now >= e && now <= f) || (now >= g && now <= h)) != is_in)
            break;
    }
    return at + i;
}
