// C11 7.24.5.3, 7.24.5.4, 7.24.5.6, 7.24.5.7, 7.24.5.8; strtok_r as POSIX.1-2008, strsep as 4.4BSD has it.
// A first call without a string has no meaning in C: it reads through a null pointer, as in glibc.
typedef __SIZE_TYPE__ size_t;

static int is_one_of(char c, const char *set) {
    for (; *set != '\0'; set++)
        if (*set == c)
            return 1;
    return 0;
}

size_t strspn(const char *s1, const char *s2) {
    size_t i = 0;
    while (s1[i] != '\0' && is_one_of(s1[i], s2))
        i++;
    return i;
}

size_t strcspn(const char *s1, const char *s2) {
    size_t i = 0;
    while (s1[i] != '\0' && !is_one_of(s1[i], s2))
        i++;
    return i;
}

char *strpbrk(const char *s1, const char *s2) {
    for (; *s1 != '\0'; s1++)
        if (is_one_of(*s1, s2))
            return (char *)s1;
    return 0;
}

char *strstr(const char *s1, const char *s2) {
    for (;; s1++) {
        size_t i = 0;
        while (s2[i] != '\0' && s1[i] == s2[i])
            i++;
        if (s2[i] == '\0')
            return (char *)s1;
        if (*s1 == '\0')
            return 0;
    }
}

char *strtok_r(char *restrict s, const char *restrict sep, char **restrict state) {
    if (s == 0)
        s = *state;
    while (*s != '\0' && is_one_of(*s, sep))
        s++;
    if (*s == '\0') {
        *state = s;
        return 0;
    }
    char *end = s;
    while (*end != '\0' && !is_one_of(*end, sep))
        end++;
    if (*end != '\0')
        *end++ = '\0';
    *state = end;
    return s;
}

static char *rest;

char *strtok(char *restrict s, const char *restrict sep) {
    return strtok_r(s, sep, &rest);
}

char *strsep(char **restrict state, const char *restrict sep) {
    char *begin = *state;
    if (begin == 0)
        return 0;
    char *end = begin;
    while (*end != '\0' && !is_one_of(*end, sep))
        end++;
    if (*end != '\0') {
        *end = '\0';
        *state = end + 1;
    } else {
        *state = 0;
    }
    return begin;
}
