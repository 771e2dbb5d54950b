// EXPECT: FALSE
// PROPERTY: G ! overflow
int main(void) { int a[4] = {2000000000, -5, 100000000, 50000000}, s = 0; for (int i = 0; i < 4; i++) s += a[i]; return s; }
