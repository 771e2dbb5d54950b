// C11 7.22.1.2, 7.22.1.4, in the "C" locale.  A base that is none gives 0, as glibc does.  atoi and atol are strtol, as in glibc:
// where C leaves open what a number out of range becomes.
// A pointer that was printed may be read back as a number, which no analysis follows from digit to digit.
int *__errno_location(void);
enum { WRONG_BASE = 22, OUT_OF_RANGE = 34 };

typedef struct {
    const char *end;
    unsigned long long magnitude;
    int is_negative;
    int is_too_large;
} number;

static int digit_of(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

static void read_number(number *found, const char *s, int base, unsigned long long most) {
    found->end = s;
    found->magnitude = 0;
    found->is_negative = 0;
    found->is_too_large = 0;
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    if (*s == '+' || *s == '-') {
        found->is_negative = *s == '-';
        s++;
    }
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit_of(s[2]) < 16) {
        base = 16;
        s += 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    for (int digit; (digit = digit_of(*s)) < base; s++) {
        found->end = s + 1;
        if (found->magnitude > (most - (unsigned)digit) / (unsigned)base)
            found->is_too_large = 1;
        else
            found->magnitude = found->magnitude * (unsigned)base + (unsigned)digit;
    }
}

static long long to_signed(const char *restrict s, char **restrict end, int base, long long most) {
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = WRONG_BASE;
        return 0;
    }
    number found;
    read_number(&found, s, base, (unsigned long long)most + 1);
    if (end != 0)
        *end = (char *)found.end;
    if (found.is_too_large || found.magnitude > (unsigned long long)most + (unsigned)found.is_negative) {
        *__errno_location() = OUT_OF_RANGE;
        return found.is_negative ? -most - 1 : most;
    }
    if (found.magnitude > (unsigned long long)most)
        return -most - 1;
    return found.is_negative ? -(long long)found.magnitude : (long long)found.magnitude;
}

static unsigned long long to_unsigned(const char *restrict s, char **restrict end, int base, unsigned long long most) {
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = WRONG_BASE;
        return 0;
    }
    number found;
    read_number(&found, s, base, most);
    if (end != 0)
        *end = (char *)found.end;
    if (found.is_too_large) {
        *__errno_location() = OUT_OF_RANGE;
        return most;
    }
    return found.is_negative ? (0 - found.magnitude) & most : found.magnitude;
}

long strtol(const char *restrict s, char **restrict end, int base) {
    return (long)to_signed(s, end, base, __LONG_MAX__);
}

long long strtoll(const char *restrict s, char **restrict end, int base) {
    return to_signed(s, end, base, __LONG_LONG_MAX__);
}

unsigned long strtoul(const char *restrict s, char **restrict end, int base) {
    return (unsigned long)to_unsigned(s, end, base, __LONG_MAX__ * 2UL + 1);
}

unsigned long long strtoull(const char *restrict s, char **restrict end, int base) {
    return to_unsigned(s, end, base, __LONG_LONG_MAX__ * 2ULL + 1);
}

int atoi(const char *s) {
    return (int)to_signed(s, 0, 10, __LONG_MAX__);
}

long atol(const char *s) {
    return (long)to_signed(s, 0, 10, __LONG_MAX__);
}

long long atoll(const char *s) {
    return to_signed(s, 0, 10, __LONG_LONG_MAX__);
}
