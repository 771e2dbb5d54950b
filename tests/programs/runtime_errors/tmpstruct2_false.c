// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
struct V{int a[3]; int n;};
static struct V mk(int x){ struct V v={{x,x+1,x+2},3}; return v; }
static int sum(const int*p,int n){ int s=0; for(int i=0;i<n;i++) s+=p[i]; return s; }
int main(void){
#if BAD
  const int *p; int i=1;
  p=&mk(3).a[i];
  int s=sum(p,2);
#else
  int s=sum(mk(3).a,3);
#endif
  return s;
}
