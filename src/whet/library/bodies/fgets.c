// C11 7.21.7.1, 7.21.7.2, 7.21.7.5, 7.21.7.6; gets as C99 7.19.7.7 has it.  What is read is an input of the program.  Where it
// ends, the stream may go on later: it may have been an error.  With a length that is not positive fgets does nothing, as glibc.
// An error behind some bytes leaves a number in errno.  Compiled programs note which stream is read.
#ifndef WHET_READS
#define WHET_READS(stream)
#endif
int *__errno_location(void);
enum { END = -1, IO_ERROR_OF_STREAM = 5 };
struct _IO_FILE;
_Bool __VERIFIER_nondet_end_of_input(void);
_Bool __VERIFIER_nondet_error(void);
unsigned char __VERIFIER_nondet_byte(void);

static int next_character(void) {
    return __VERIFIER_nondet_end_of_input() ? END : __VERIFIER_nondet_byte();
}

static _Bool is_error_of_stream(void) {
    if (!__VERIFIER_nondet_error())
        return 0;
    *__errno_location() = IO_ERROR_OF_STREAM;
    return 1;
}

int getchar(void) {
    WHET_READS(stdin)
    return next_character();
}

int getchar_unlocked(void) {
    WHET_READS(stdin)
    return next_character();
}

int getc(struct _IO_FILE *stream) {
    WHET_READS(stream)
    return next_character();
}

int fgetc(struct _IO_FILE *stream) {
    WHET_READS(stream)
    return next_character();
}

int _IO_getc(struct _IO_FILE *stream) {
    WHET_READS(stream)
    return next_character();
}

int getc_unlocked(struct _IO_FILE *stream) {
    WHET_READS(stream)
    return next_character();
}

int fgetc_unlocked(struct _IO_FILE *stream) {
    WHET_READS(stream)
    return next_character();
}

char *fgets(char *restrict s, int n, struct _IO_FILE *restrict stream) {
    WHET_READS(stream)
    if (n <= 0)
        return 0;
    int i = 0;
    while (i < n - 1) {
        int c = next_character();
        if (c == END && (i == 0 || is_error_of_stream()))
            return 0;
        if (c == END)
            break;
        s[i] = (char)c;
        i++;
        if (c == '\n')
            break;
    }
    s[i] = '\0';
    return s;
}

char *gets(char *s) {
    WHET_READS(stdin)
    __SIZE_TYPE__ i = 0;
    int c = next_character();
    if (c == END)
        return 0;
    for (; c != END && c != '\n'; i++) {
        s[i] = (char)c;
        c = next_character();
    }
    s[i] = '\0';
    return c == END && is_error_of_stream() ? 0 : s;
}
