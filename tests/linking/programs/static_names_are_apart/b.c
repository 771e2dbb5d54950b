static int count = 10;
static int step(void) { return --count; }
int other(void) { return step(); }
