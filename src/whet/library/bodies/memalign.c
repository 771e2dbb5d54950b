// As POSIX.1-2008 and glibc have it.
typedef __SIZE_TYPE__ size_t;
void *aligned_alloc(size_t alignment, size_t size);

int posix_memalign(void **place, size_t alignment, size_t size) {
    if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0)
        return 22; // EINVAL
    void *block = aligned_alloc(alignment, size);
    if (block == 0)
        return 12; // ENOMEM
    *place = block;
    return 0;
}
