int get(void) { return 1; }
