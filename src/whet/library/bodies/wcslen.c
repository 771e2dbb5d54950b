// C11 7.29.4.6.1.
typedef __SIZE_TYPE__ size_t;

size_t wcslen(const __WCHAR_TYPE__ *s) {
    size_t i = 0;
    while (s[i] != 0)
        i++;
    return i;
}
