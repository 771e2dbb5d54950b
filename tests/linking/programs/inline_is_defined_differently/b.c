int get(void) { return 2; }
int got(void) { return get(); }
