// C11 7.24.2.3, 7.24.2.4, 7.24.3.1, 7.24.3.2; stpcpy and stpncpy as POSIX.1-2008, strlcpy as POSIX.1-2024 has it.
// That the bytes that are written and those that are read do not overlap is checked when they are known; compiled programs do not.
typedef __SIZE_TYPE__ size_t;
#ifndef WHET_APART
void __whet_apart(const void *written, size_t size, const void *read, size_t length);
#define WHET_APART(written, size, read, length) __whet_apart(written, size, read, length);
#endif

char *strcpy(char *restrict s1, const char *restrict s2) {
    size_t i = 0;
    while ((s1[i] = s2[i]) != '\0')
        i++;
    WHET_APART(s1, i + 1, s2, i + 1)
    return s1;
}

char *stpcpy(char *restrict s1, const char *restrict s2) {
    size_t i = 0;
    while ((s1[i] = s2[i]) != '\0')
        i++;
    WHET_APART(s1, i + 1, s2, i + 1)
    return s1 + i;
}

char *strncpy(char *restrict s1, const char *restrict s2, size_t n) {
    size_t i = 0;
    for (; i < n && s2[i] != '\0'; i++)
        s1[i] = s2[i];
    WHET_APART(s1, n, s2, i)
    for (; i < n; i++)
        s1[i] = '\0';
    return s1;
}

char *stpncpy(char *restrict s1, const char *restrict s2, size_t n) {
    size_t i = 0;
    for (; i < n && s2[i] != '\0'; i++)
        s1[i] = s2[i];
    char *end = s1 + i;
    WHET_APART(s1, n, s2, i)
    for (; i < n; i++)
        s1[i] = '\0';
    return end;
}

char *strcat(char *restrict s1, const char *restrict s2) {
    size_t length = 0, i = 0;
    while (s1[length] != '\0')
        length++;
    while ((s1[length + i] = s2[i]) != '\0')
        i++;
    WHET_APART(s1 + length, i + 1, s2, i + 1)
    return s1;
}

char *strncat(char *restrict s1, const char *restrict s2, size_t n) {
    size_t length = 0, i = 0;
    while (s1[length] != '\0')
        length++;
    for (; i < n && s2[i] != '\0'; i++)
        s1[length + i] = s2[i];
    s1[length + i] = '\0';
    WHET_APART(s1 + length, i + 1, s2, i)
    return s1;
}

size_t strlcpy(char *restrict s1, const char *restrict s2, size_t n) {
    size_t i = 0, copied;
    for (; i + 1 < n && s2[i] != '\0'; i++)
        s1[i] = s2[i];
    if (n > 0)
        s1[i] = '\0';
    copied = i;
    while (s2[i] != '\0')
        i++;
    WHET_APART(s1, n > 0 ? copied + 1 : 0, s2, i + 1)
    return i;
}
