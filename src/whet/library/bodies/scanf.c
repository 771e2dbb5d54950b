// in place of: scanf fscanf __isoc99_scanf __isoc99_fscanf __isoc23_scanf __isoc23_fscanf
// C11 7.21.6.2.  A call whose format is a literal is lowered to the functions up to scan (frontend/scanning.py), and scan does the
// same for a compiled program.  What is read is an input of the program: any number, and any word, that the directive can give.
// may set errno
#ifndef WHET_READS
#define WHET_READS(stream)
#endif
enum { SCANF_GOES_ON, SCANF_DIFFERS, SCANF_ENDS };
typedef __SIZE_TYPE__ size_t;
struct _IO_FILE;
_Bool __VERIFIER_nondet_end_of_input(void);
_Bool __VERIFIER_nondet_other_text(void);
unsigned char __VERIFIER_nondet_byte_of_word(void);
signed char __VERIFIER_nondet_signed_char_read(void);
unsigned char __VERIFIER_nondet_unsigned_char_read(void);
short __VERIFIER_nondet_short_read(void);
unsigned short __VERIFIER_nondet_unsigned_short_read(void);
int __VERIFIER_nondet_int_read(void);
unsigned __VERIFIER_nondet_unsigned_read(void);
long long __VERIFIER_nondet_long_long_read(void);
unsigned long long __VERIFIER_nondet_unsigned_long_long_read(void);
float __VERIFIER_nondet_float_read(void);
double __VERIFIER_nondet_double_read(void);
long double __VERIFIER_nondet_long_double_read(void);

// Nothing is done with the stream: a run is told which one is read.
static void scanf_stream(struct _IO_FILE *stream) {
    WHET_READS(stream)
}

// What is left in the stream decides what is read next.  A run is told (interpreter/file_streams.py); nothing else is done.
static void scanf_begins(int skips_blanks) {
}

// The same for a call that names no stream.
static void scanf_begins_stdin(int skips_blanks) {
}

static void scanf_leaves_end_of_word(void) {
}

static void scanf_leaves_other_text(void) {
}

static int scanf_directive(int may_differ) {
    if (__VERIFIER_nondet_end_of_input())
        return SCANF_ENDS;
    if (!may_differ || !__VERIFIER_nondet_other_text())
        return SCANF_GOES_ON;
    scanf_leaves_other_text();
    return SCANF_DIFFERS;
}

static signed char scanf_signed_char(void) {
    return __VERIFIER_nondet_signed_char_read();
}

static unsigned char scanf_unsigned_char(void) {
    return __VERIFIER_nondet_unsigned_char_read();
}

static short scanf_short(void) {
    return __VERIFIER_nondet_short_read();
}

static unsigned short scanf_unsigned_short(void) {
    return __VERIFIER_nondet_unsigned_short_read();
}

static int scanf_int(void) {
    return __VERIFIER_nondet_int_read();
}

static unsigned scanf_unsigned(void) {
    return __VERIFIER_nondet_unsigned_read();
}

static long long scanf_long_long(void) {
    return __VERIFIER_nondet_long_long_read();
}

static unsigned long long scanf_unsigned_long_long(void) {
    return __VERIFIER_nondet_unsigned_long_long_read();
}

static float scanf_float(void) {
    return __VERIFIER_nondet_float_read();
}

static double scanf_double(void) {
    return __VERIFIER_nondet_double_read();
}

static long double scanf_long_double(void) {
    return __VERIFIER_nondet_long_double_read();
}

static int scanf_int_between(int least, int most) {
    int number = __VERIFIER_nondet_int_read();
    return number < least ? least : number > most ? most : number;
}

static int is_scanf_space(int c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void scanf_word(char *s, size_t most) {
    unsigned char c = __VERIFIER_nondet_byte_of_word();
    size_t i = 1;
    s[0] = (char)(is_scanf_space(c) ? '0' : c);
    for (; i < most; i++) {
        c = __VERIFIER_nondet_byte_of_word();
        if (is_scanf_space(c))
            break;
        s[i] = (char)c;
    }
    s[i] = '\0';
}

static void scanf_until(char *s, size_t most, unsigned char end) {
    unsigned char c = __VERIFIER_nondet_byte_of_word();
    size_t i = 1;
    s[0] = (char)(c == end ? c ^ 1 : c);
    for (; i < most; i++) {
        c = __VERIFIER_nondet_byte_of_word();
        if (c == end)
            break;
        s[i] = (char)c;
    }
    s[i] = '\0';
}

static void scan_integer(void *to, int size, int is_signed, size_t width) {
    if (size == 1)
        *(unsigned char *)to = is_signed ? (unsigned char)scanf_signed_char() : scanf_unsigned_char();
    else if (size == 2)
        *(unsigned short *)to = is_signed ? (unsigned short)scanf_short() : scanf_unsigned_short();
    else if (size == 8)
        *(unsigned long long *)to = is_signed ? (unsigned long long)scanf_long_long() : scanf_unsigned_long_long();
    else if (width < 10) {
        int tens = 1;
        for (size_t i = 1; i < width; i++)
            tens *= 10;
        *(int *)to = scanf_int_between(1 - tens, tens * 10 - 1);
    } else
        *(unsigned *)to = is_signed ? (unsigned)scanf_int() : scanf_unsigned();
}

static int scan(const char *format, __builtin_va_list list) {
    int assigned = 0;
    while (*format != '\0') {
        if (is_scanf_space(*format)) {
            format++;
            continue;
        }
        int is_text = *format != '%' || format[1] == '%', is_kept = 1, size = sizeof(int), longs = 0, is_long_double = 0;
        size_t width = 0;
        if (!is_text) {
            format++;
            if (*format == '*') {
                is_kept = 0;
                format++;
            }
            for (; *format >= '0' && *format <= '9'; format++)
                width = width * 10 + (size_t)(*format - '0');
            for (;; format++) {
                if (*format == 'h')
                    size /= 2;
                else if (*format == 'l')
                    longs++;
                else if (*format == 'z' || *format == 't')
                    size = sizeof(long);
                else if (*format == 'L' || *format == 'q' || *format == 'j')
                    size = 8, is_long_double = *format == 'L';
                else
                    break;
            }
            if (longs != 0)
                size = longs == 1 ? sizeof(long) : 8;
        }
        int failure = scanf_directive(is_text || *format != 'c');
        if (failure != SCANF_GOES_ON)
            return failure == SCANF_ENDS && assigned == 0 ? -1 : assigned;
        if (is_text) {
            if (*format == '%')
                format += 2;
            else
                while (*format != '\0' && *format != '%' && !is_scanf_space(*format))
                    format++;
            continue;
        }
        void *to = is_kept ? __builtin_va_arg(list, void *) : 0;
        char c = *format++;
        unsigned char end = 0;
        if (c == '[') {
            end = (unsigned char)format[1];
            format += 3;
        }
        assigned += is_kept;
        if (to == 0)
            continue;
        if (c == 'c')
            *(char *)to = (char)scanf_unsigned_char();
        else if (c == 's')
            scanf_word(to, width != 0 ? width : (size_t)-1);
        else if (c == '[')
            scanf_until(to, width != 0 ? width : (size_t)-1, end);
        else if (c == 'd' || c == 'i' || c == 'u' || c == 'o' || c == 'x' || c == 'X')
            scan_integer(to, size, c == 'd' || c == 'i', width != 0 ? width : (size_t)-1);
        else if (is_long_double)
            *(long double *)to = scanf_long_double();
        else if (longs == 1)
            *(double *)to = scanf_double();
        else
            *(float *)to = scanf_float();
    }
    return assigned;
}

int whet_scanf(const char *restrict format, ...) {
    __builtin_va_list list;
    WHET_READS(stdin)
    __builtin_va_start(list, format);
    int assigned = scan(format, list);
    __builtin_va_end(list);
    return assigned;
}

int whet_fscanf(struct _IO_FILE *restrict stream, const char *restrict format, ...) {
    __builtin_va_list list;
    scanf_stream(stream);
    __builtin_va_start(list, format);
    int assigned = scan(format, list);
    __builtin_va_end(list);
    return assigned;
}
