// C11 7.22.5.1.  C leaves open which of several elements that compare equal is found, and which elements are compared.
// assumed: BSEARCH
typedef __SIZE_TYPE__ size_t;

void *bsearch(const void *key, const void *base, size_t nmemb, size_t size, int (*compar)(const void *, const void *)) {
    size_t low = 0, high = nmemb;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const unsigned char *element = (const unsigned char *)base + middle * size;
        int order = compar(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}
