// As POSIX.1-2008 and C23 7.26.2.6 have them.  Room for the bytes of the string and not for more, so that a step beyond is seen.
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);

char *strdup(const char *s) {
    size_t length = 0;
    while (s[length] != '\0')
        length++;
    char *made = malloc(length + 1);
    if (made == 0)
        return 0;
    for (size_t i = 0; i <= length; i++)
        made[i] = s[i];
    return made;
}

char *strndup(const char *s, size_t n) {
    size_t length = 0;
    while (length < n && s[length] != '\0')
        length++;
    char *made = malloc(length + 1);
    if (made == 0)
        return 0;
    for (size_t i = 0; i < length; i++)
        made[i] = s[i];
    made[length] = '\0';
    return made;
}

char *__strdup(const char *s) {
    return strdup(s);
}

char *__strndup(const char *s, size_t n) {
    return strndup(s, n);
}
