// Some bytes are read, fewer than there is room for, and a null character follows unless there is an error.
typedef __SIZE_TYPE__ size_t;
struct _IO_FILE;
_Bool __VERIFIER_nondet_error(void);
_Bool __VERIFIER_nondet_no_line(void);
int __VERIFIER_nondet_line_length(void);
int *__errno_location(void);
void __whet_any_bytes(void *s, size_t n);
void __VERIFIER_assume(int condition);

char *fgets(char *restrict s, int n, struct _IO_FILE *restrict stream) {
    if (n <= 0)
        return 0;
    int i = __VERIFIER_nondet_line_length();
    __VERIFIER_assume(i >= 0 && i < n);
    __whet_any_bytes(s, (size_t)i);
    if (__VERIFIER_nondet_no_line()) {
        if (__VERIFIER_nondet_error())
            *__errno_location() = 5;
        return 0;
    }
    __VERIFIER_assume(i > 0 || n == 1);
    s[i] = '\0';
    return s;
}
