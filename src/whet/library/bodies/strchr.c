// C11 7.24.5.1, 7.24.5.2, 7.24.5.5; index and rindex as POSIX.1-2001, the others as glibc has them.
typedef __SIZE_TYPE__ size_t;

char *strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (*s == '\0')
            return 0;
    }
}

char *index(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c)
            return (char *)s;
        if (*s == '\0')
            return 0;
    }
}

char *strchrnul(const char *s, int c) {
    while (*s != '\0' && *s != (char)c)
        s++;
    return (char *)s;
}

char *strrchr(const char *s, int c) {
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (*s == '\0')
            return (char *)last;
    }
}

char *rindex(const char *s, int c) {
    const char *last = 0;
    for (;; s++) {
        if (*s == (char)c)
            last = s;
        if (*s == '\0')
            return (char *)last;
    }
}

void *memchr(const void *s, int c, size_t n) {
    const unsigned char *bytes = s;
    for (size_t i = 0; i < n; i++)
        if (bytes[i] == (unsigned char)c)
            return (void *)(bytes + i);
    return 0;
}

void *memrchr(const void *s, int c, size_t n) {
    const unsigned char *bytes = s;
    for (size_t i = n; i > 0; i--)
        if (bytes[i - 1] == (unsigned char)c)
            return (void *)(bytes + (i - 1));
    return 0;
}

void *rawmemchr(const void *s, int c) {
    const unsigned char *bytes = s;
    while (*bytes != (unsigned char)c)
        bytes++;
    return (void *)bytes;
}
