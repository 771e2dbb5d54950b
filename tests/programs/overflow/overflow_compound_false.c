// EXPECT: FALSE
// PROPERTY: G ! overflow
int main(void) { int x = 1; for (int i = 0; i < 31; i++) x += x; return x; }
