int value = 7;
int get(void) { return value; }
int outer(void) { return get(); }
