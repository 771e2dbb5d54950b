// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
struct P{int x; int*px;};
static struct P mk(int v){ struct P p; p.x=v;
#if BAD
  p.px=&p.x;
#else
  static int s; s=v; p.px=&s;
#endif
  return p; }
int main(void){ struct P q=mk(3); return *q.px; }
