int get(void) { return 0; }
