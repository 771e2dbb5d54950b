static inline int next(void) {
    static int n;
    return ++n;
}
