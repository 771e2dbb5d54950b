// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
static int *last;
static int rec(int v){ int loc=v; int old=0;
#if BAD
  if(last) old=*last;
  last=&loc;
#else
  last=&loc; old=*last;
#endif
  return old+loc; }
int main(void){ int s=rec(1); s+=rec(2); return s; }
