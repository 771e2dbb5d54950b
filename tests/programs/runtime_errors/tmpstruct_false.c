// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
struct V{int a[3];};
static struct V mk(int x){ struct V v={{x,x,x}}; return v; }
int main(void){
#if BAD
  int *p=mk(3).a;
  return *p;
#else
  return mk(3).a[1];
#endif
}
