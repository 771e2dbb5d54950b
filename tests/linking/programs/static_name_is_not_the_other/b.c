static int count;
void add(void) { count++; }
