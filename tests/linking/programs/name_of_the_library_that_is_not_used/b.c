int index(int a, int b) { return a + b; }
float y1 = 1;
int get(void) { return index(1, 3) * (int)y1; }
