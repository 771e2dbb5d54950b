long get(void) { return 0; }
