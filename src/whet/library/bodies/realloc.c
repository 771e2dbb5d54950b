// As C11 7.22.3.5 and glibc have them.  The block always moves, so that whoever still uses a pointer to the old one is seen.
// assumed: REALLOC
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void free(void *pointer);
void *memmove(void *target, const void *source, size_t size);
size_t __whet_block_size(const void *pointer);
int *__errno_location(void);

void *realloc(void *pointer, size_t size) {
    if (pointer == 0)
        return malloc(size);
    size_t old = __whet_block_size(pointer);
    if (size == 0) {
        free(pointer);
        return 0;
    }
    void *moved = malloc(size);
    if (moved == 0)
        return 0;
    memmove(moved, pointer, size < old ? size : old);
    free(pointer);
    return moved;
}

void *reallocarray(void *pointer, size_t count, size_t size) {
    if (size != 0 && count > (size_t)-1 / size) {
        *__errno_location() = 12; // ENOMEM
        return 0;
    }
    return realloc(pointer, count * size);
}
