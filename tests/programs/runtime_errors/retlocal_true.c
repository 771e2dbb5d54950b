// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
static int *mk(int v){
#if BAD
  int x=v;
#else
  static int x; x=v;
#endif
  int *p=&x;
  return p;
}
int main(void){ int *q=mk(5); return *q==6; }
