// C11 7.22.5.2.  C leaves open in which order elements that compare equal come, and which elements are compared how often.
// assumed: QSORT
typedef __SIZE_TYPE__ size_t;

void qsort(void *base, size_t nmemb, size_t size, int (*compar)(const void *, const void *)) {
    unsigned char *bytes = base;
    for (size_t i = 1; i < nmemb; i++) {
        for (size_t j = i; j > 0; j--) {
            unsigned char *left = bytes + (j - 1) * size, *right = left + size;
            if (compar(left, right) <= 0)
                break;
            for (size_t k = 0; k < size; k++) {
                unsigned char kept = left[k];
                left[k] = right[k];
                right[k] = kept;
            }
        }
    }
}
