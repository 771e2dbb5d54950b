inline __attribute__((gnu_inline)) int get(void) { return 0; }
