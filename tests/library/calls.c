// The head of every generated program: random arguments for calls of library functions, and what is printed of a call.
// Arguments are drawn by a generator of the program's own, so that every compiler and interpreter draws the same ones.
// Each block has exactly the bytes that the function may access, so that a sanitizer sees an access to another one.
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <libintl.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#ifndef VERBOSE
#define VERBOSE 0
#endif

static unsigned long long state;
static unsigned char *block[8];
static size_t room[8];
static int blocks;
static char line[4096], *at;

static unsigned below(unsigned n) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(state >> 33) % n;
}

static int one_in(unsigned n) { return below(n) == 0; }

static unsigned long long bits(void) {
    unsigned long long high = below(1u << 31), middle = below(1u << 31);
    return high << 33 ^ middle << 16 ^ below(1u << 31);
}

// ------------------------------------------------------------------------------------------------ numbers

static const long long LIMITS[] = {
    0, 1, -1, 2, -2, 127, 128, 255, 256, 32767, -32768, 65535, INT_MAX, INT_MIN, INT_MAX - 1LL, INT_MIN + 1LL, INT_MAX + 1LL,
    UINT_MAX, UINT_MAX + 1LL, LLONG_MAX, LLONG_MIN, LLONG_MAX - 1, LLONG_MIN + 1,
};

static long long a_number(void) {
    switch (below(3)) {
    case 0: return LIMITS[below(sizeof LIMITS / sizeof *LIMITS)];
    case 1: return (long long)below(41) - 20;
    default: {
        unsigned by = below(64);
        return (long long)(bits() >> by);
    }
    }
}

static const double DOUBLES[] = {
    0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 1.5, 2.5, -2.5, 3.0, 1e300, -1e-310, 4503599627370497.5, 9007199254740993.0, INFINITY,
    -INFINITY, NAN, -2147483648.0, 2147483646.9, 2147483647.5, 5e-324, DBL_MAX, -DBL_MAX, DBL_MIN, FLT_MAX, FLT_MIN, 1e-45, 1e-320,
    0.1, 16777217.0, 9223372036854775808.0, 0.49999999999999994,
};

static double a_double(void) {
    switch (below(3)) {
    case 0: return DOUBLES[below(sizeof DOUBLES / sizeof *DOUBLES)];
    case 1: return ((double)below(4001) - 2000) / 4;
    default: {
        unsigned long long image = bits();
        double value;
        memcpy(&value, &image, sizeof value);
        return value != value ? (double)NAN : value;
    }
    }
}

static float a_float(void) {
    if (one_in(2))
        return (float)a_double();
    unsigned image = (unsigned)bits();
    float value;
    memcpy(&value, &image, sizeof value);
    return value != value ? NAN : value;
}

static long double a_long_double(void) {
    long double value = a_double();
    return one_in(2) ? value : value + value * 0x1p-63L;
}

static int a_base(void) {
    static const int usual[] = {0, 10, 16, 8, 2, 36};
    return one_in(2) ? (int)below(40) - 1 : usual[below(6)];
}

static size_t a_limit(void) { return one_in(6) ? (size_t)-1 >> below(2) : below(12); }

// ------------------------------------------------------------------------------------------------ memory

static unsigned char a_byte(void) {
    static const unsigned char some[] = "aaaabbbABZz1 ,_\x80\xff\xe1";
    return one_in(6) ? (unsigned char)below(256) : some[below(sizeof some - 1)];
}

static int a_sought(void) { return one_in(4) ? (int)a_number() : one_in(4) ? (char)a_byte() + 256 : (char)a_byte(); }

static unsigned char *take(size_t size) {
    unsigned char *made = malloc(size);
    for (size_t i = 0; i < size; i++)
        made[i] = a_byte();
    block[blocks] = made;
    room[blocks++] = size;
    return made;
}

// Like a piece of the first block, or any: what has something in common is compared and found.
static void fill(unsigned char *bytes, size_t size) {
    int is_like = blocks > 1 && one_in(2);
    size_t from = is_like ? below((unsigned)room[0] + 1) : 0;
    for (size_t i = 0; i < size; i++) {
        bytes[i] = is_like && from + i < room[0] ? block[0][from + i] : a_byte();
        if (is_like && one_in(8))
            bytes[i] ^= 0x20;
    }
}

static void fill_text(unsigned char *text, size_t length) {
    fill(text, length);
    for (size_t i = 0; i < length; i++)
        if (text[i] == 0)
            text[i] = 'n';
}

static void *a_read_block(size_t size) {
    unsigned char *made = take(size);
    fill(made, size);
    return made;
}

static char *a_string(void) {
    size_t length = below(10);
    unsigned char *made = take(length + 1);
    fill_text(made, length);
    made[length] = 0;
    return (char *)made;
}

// Of at most so many characters it needs no end.
static char *a_string_within(size_t most) {
    size_t length = below(10);
    size_t size = most <= length ? most : length + 1;
    unsigned char *made = take(size);
    fill_text(made, size);
    if (length < most)
        made[length] = 0;
    return (char *)made;
}

static wchar_t *a_wide_string(void) {
    static const wchar_t some[] = {'a', 'a', 'b', 'B', 1, 0x80, 0xff, 0x100, 0x20ac, 0x10ffff, 0x7fffffff, -1};
    size_t length = below(10);
    wchar_t *made = (wchar_t *)take((length + 1) * sizeof(wchar_t));
    for (size_t i = 0; i < length; i++)
        made[i] = some[below(sizeof some / sizeof *some)];
    made[length] = 0;
    return made;
}

static const char *const SPACES[] = {"", "", "", " ", "\t\n ", "\v\f\r"};
static const char *const SIGNS[] = {"", "", "", "-", "+", "+-", "- "};
static const char *const TAILS[] = {"", "", "", "x", " 1", ".5", "\x80", "e3", "z", "p1"};
static const char *const INTEGERS[] = {
    "", "0", "7", "12", "0x1F", "0X0a", "0x", "0xg", "017", "09", "zZ", "0b11", "2147483647", "2147483648", "2147483649", "4294967295",
    "4294967296", "9223372036854775807", "9223372036854775808", "9223372036854775809", "18446744073709551615",
    "18446744073709551616", "99999999999999999999999999", "0x7fffffffffffffff", "0x8000000000000000", "0xffffffffffffffff",
    "0x10000000000000000", "00000000000000000000000000001",
};
static const char *const FLOATINGS[] = {
    "", ".", "1", "1.", ".5", "1.5e3", "1e", "1e+", "1e-", "1e400", "1e-400", "4.9e-324", "2e-324", "2.5e-324", "inf", "INF",
    "infinity", "infinite", "nan", "NaN", "nan()", "nan(", "nan(1 )", "0x", "0x1", "0x1p3", "0x.8p1", "0x1p", "0x1p-1074",
    "0x1.8p-1075", "0x1.fffffffffffff8p1023", "1.7976931348623157e308", "1.7976931348623159e308", "2.2250738585072014e-308",
    "2.2250738585072011e-308", "0.1", "16777217", "16777219.0", "3.4028235e38", "3.4028236e38", "1e-46", "0xp1", "0e5",
    "0e99999", "1e99999999999", "1e-99999999999", "0x1p99999999999", "123456789012345678901234567890", "1.e1", "..1", "1,5",
    "0x.p1", "0x1.", "0x1.p1", "0x1p+", "i", "in", "na", "0x0p5", "0.0e-500",
};

// The number among spaces, a sign and more.
static char *a_text_with(const char *number) {
    unsigned spaces = below(6), sign = below(7), tail = below(10);
    const char *const parts[] = {SPACES[spaces], SIGNS[sign], number, TAILS[tail]};
    size_t length = 0;
    for (int i = 0; i < 4; i++)
        length += strlen(parts[i]);
    char *made = (char *)take(length + 1), *end = made;
    for (int i = 0; i < 4; i++)
        for (const char *c = parts[i]; *c; c++)
            *end++ = *c;
    *end = 0;
    return made;
}

static const char *digits(unsigned most) {
    static char made[32];
    unsigned count = 1 + below(most);
    for (unsigned i = 0; i < count; i++)
        made[i] = (char)('0' + below(10));
    made[count] = 0;
    return made;
}

static char *an_integer_text(void) {
    return a_text_with(one_in(3) ? digits(22) : INTEGERS[below(sizeof INTEGERS / sizeof *INTEGERS)]);
}

static char *a_floating_text(void) {
    return a_text_with(one_in(3) ? digits(22) : FLOATINGS[below(sizeof FLOATINGS / sizeof *FLOATINGS)]);
}

// So many bytes; or fewer, of which the last is the one that is sought.
static void *a_searched_block(size_t size, int c) {
    if (size == 0 || one_in(2))
        return take(size);
    size_t found = 1 + below((unsigned)size);
    unsigned char *made = take(found);
    made[found - 1] = (unsigned char)c;
    return made;
}

static void *a_block_with(int c) {
    size_t size = 1 + below(9);
    unsigned char *made = take(size);
    made[size - 1] = (unsigned char)c;
    return made;
}

// Room behind a string for more bytes.
static void *a_begun_string(size_t more, size_t unit) {
    size_t length = below(5) * unit;
    unsigned char *made = take(length + more);
    for (size_t i = 0; i < length; i++)
        made[i] = i % unit ? 0 : 'a' + (unsigned char)below(26);
    for (size_t i = length; i < length + unit; i++)
        made[i] = 0;
    return made;
}

static size_t element;

static int order(const void *one, const void *other) { return memcmp(one, other, element); }

static void sort_elements(unsigned char *first, size_t count, size_t size) {
    for (size_t i = 0; i < count; i++)
        first[i * size] = (unsigned char)(3 * i + below(3));
}

// ------------------------------------------------------------------------------------------------ what is printed

static void put_word(const char *text) {
    while (*text)
        *at++ = *text++;
}

static void put_byte(unsigned char byte) {
    *at++ = "0123456789abcdef"[byte >> 4];
    *at++ = "0123456789abcdef"[byte & 15];
}

static void put_bytes(const void *bytes, size_t count) {
    *at++ = ' ';
    for (size_t i = 0; i < count; i++)
        put_byte(((const unsigned char *)bytes)[i]);
}

static void put_integer(long long value) { at += sprintf(at, " %lld", value); }

static void put_sign(long long value) { put_word(value > 0 ? " +" : value < 0 ? " -" : " 0"); }

static void put_double(double value) {
    if (value != value)
        put_word(" nan");
    else
        put_bytes(&value, sizeof value);
}

static void put_long_double(long double value) {
    if (value != value)
        put_word(" nan");
    else
        put_bytes(&value, 10);
}

// Where it points to: into which block.  False if into none.
static int put_place(const void *pointer) {
    if (pointer == 0) {
        put_word(" null");
        return 1;
    }
    for (int i = 0; i < blocks; i++) {
        uintptr_t distance = (uintptr_t)pointer - (uintptr_t)block[i];
        if (distance <= room[i]) {
            at += sprintf(at, " %d+%d", i, (int)distance);
            return 1;
        }
    }
    return 0;
}

static void put_pointer(const void *pointer) {
    if (!put_place(pointer))
        put_word(" elsewhere");
}

static void put_string(const char *pointer) {
    if (!put_place(pointer))
        put_bytes(pointer, strlen(pointer));
}

static void put_new(const void *pointer, size_t known) {
    put_word(pointer ? " new" : " null");
    if (pointer)
        put_bytes(pointer, known);
}

static void put_blocks(void) {
    for (int i = 0; i < blocks; i++)
        put_bytes(block[i], room[i]);
}

static void begin(const char *name, int turn) {
    blocks = 0;
    at = line;
    put_word(name);
    put_integer(turn);
    *at++ = ':';
}

static void print_line(void) {
    *at = 0;
    puts(line);
    at = line;
}

static void finish(void) {
    put_blocks();
    print_line();
    for (int i = 0; i < blocks; i++)
        free(block[i]);
}
