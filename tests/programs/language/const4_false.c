// EXPECT: FALSE
// COMMAND: whet verify
static const struct {int a;} s={1};
static void w(int*p){ *p=2; }
int main(void){ w((int*)&s.a); return 0; }
