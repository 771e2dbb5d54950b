// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdarg.h>
struct P {int a; double d;};
static long f(int n, ...){ va_list ap, aq; va_start(ap,n); long r=0; 
  r+=va_arg(ap,int); va_copy(aq,ap); r+=(long)va_arg(ap,double); struct P p=va_arg(ap,struct P); r+=p.a+(long)p.d;
  r+=*va_arg(ap,char*); r+=(long)va_arg(aq,double); r+=va_arg(ap,long long); va_end(aq); va_end(ap); return r; }
int main(void){ char c='A'; float g=2.5f; struct P p={10,20.5}; assert(f(1,c,g,p,"B",1000000000000LL)==65+2+30+66+2+1000000000000); return 0; }
