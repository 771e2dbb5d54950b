// EXPECT: FALSE
extern void reach_error(void);
#define A(c) do { if (!(c)) reach_error(); } while (0)
int main(void) { float f = 16777216.0f; int k = 0; while (k < 5) { f += 1.0f; k++; } A(f != 16777216.0f); return 0; }
