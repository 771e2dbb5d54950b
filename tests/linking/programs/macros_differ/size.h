static int size(void) { return SIZE; }
