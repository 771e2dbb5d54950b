int get(void) { return 2; }
