// POSIX.1-2008.  What is read is an input of the program, and so is where it ends.  An error behind some bytes ends the line, as in
// glibc.  There is room before something is read.  Names begin with line, because compiled programs have this beside other files.
// assumed: GETLINE
#ifndef WHET_READS
#define WHET_READS(stream)
#endif
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
struct _IO_FILE;
enum { LINE_BEGINS_WITH = 120, LINE_WRONG_ARGUMENT = 22 };
int *__errno_location(void);
void *malloc(size_t size);
void free(void *block);
_Bool __VERIFIER_nondet_end_of_input(void);
unsigned char __VERIFIER_nondet_byte(void);

static ssize_t line_read(char **line, size_t *size, int delimiter) {
    if (line == 0 || size == 0) {
        *__errno_location() = LINE_WRONG_ARGUMENT;
        return -1;
    }
    if (*line == 0 || *size == 0) {
        char *block = malloc(LINE_BEGINS_WITH);
        if (block == 0)
            return -1;
        free(*line);
        *line = block;
        *size = LINE_BEGINS_WITH;
    }
    size_t length = 0;
    while (!__VERIFIER_nondet_end_of_input()) {
        char c = (char)__VERIFIER_nondet_byte();
        if (length + 2 > *size) {
            size_t wanted = length + 2 < 2 * *size ? 2 * *size : length + 2;
            char *block = malloc(wanted);
            if (block == 0)
                return -1;
            for (size_t i = 0; i < length; i++)
                block[i] = (*line)[i];
            free(*line);
            *line = block;
            *size = wanted;
        }
        (*line)[length] = c;
        length++;
        if ((unsigned char)c == (unsigned char)delimiter)
            break;
    }
    if (length == 0)
        return -1;
    (*line)[length] = '\0';
    return (ssize_t)length;
}

ssize_t getdelim(char **restrict line, size_t *restrict size, int delimiter, struct _IO_FILE *restrict stream) {
    WHET_READS(stream)
    return line_read(line, size, delimiter);
}

ssize_t __getdelim(char **restrict line, size_t *restrict size, int delimiter, struct _IO_FILE *restrict stream) {
    WHET_READS(stream)
    return line_read(line, size, delimiter);
}

ssize_t getline(char **restrict line, size_t *restrict size, struct _IO_FILE *restrict stream) {
    WHET_READS(stream)
    return line_read(line, size, '\n');
}
