// C11 7.29.4.2.1.  That the two strings do not overlap is checked when they are known; compiled programs do not.
typedef __SIZE_TYPE__ size_t;
typedef __WCHAR_TYPE__ wchar_t;
#ifndef WHET_APART
void __whet_apart(const void *written, size_t size, const void *read, size_t length);
#define WHET_APART(written, size, read, length) __whet_apart(written, size, read, length);
#endif

wchar_t *wcscpy(wchar_t *restrict s1, const wchar_t *restrict s2) {
    size_t i = 0;
    while ((s1[i] = s2[i]) != 0)
        i++;
    WHET_APART(s1, (i + 1) * sizeof *s1, s2, (i + 1) * sizeof *s2)
    return s1;
}
