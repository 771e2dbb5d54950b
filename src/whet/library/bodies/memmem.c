// As POSIX.1-2024 has it: the first place where all bytes of the needle are.  No bytes are at the beginning.
typedef __SIZE_TYPE__ size_t;

void *memmem(const void *haystack, size_t haystacklen, const void *needle, size_t needlelen) {
    const unsigned char *bytes = haystack, *wanted = needle;
    for (size_t i = 0; i <= haystacklen && needlelen <= haystacklen - i; i++) {
        size_t same = 0;
        while (same < needlelen && bytes[i + same] == wanted[same])
            same++;
        if (same == needlelen)
            return (void *)(bytes + i);
    }
    return 0;
}
