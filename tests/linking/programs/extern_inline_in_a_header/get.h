extern inline int get(void) { return 0; }
