// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdarg.h>
static int f(int n,...){ va_list a,b; va_start(a,n); va_copy(b,a); int x=va_arg(a,int); int y=va_arg(b,int); double d=va_arg(b,double); char*p=va_arg(b,char*); va_end(b); va_end(a); return x==y && d==1.5f && *p=='z';}
struct S{int a,b,c;}; static int g(int n,...){ va_list a; va_start(a,n); struct S s=va_arg(a,struct S); long long q=va_arg(a,long long); va_end(a); return s.a+s.b+s.c+(int)q;}
static int h(int n,va_list*p){ int s=0; while(n--) s+=va_arg(*p,int); return s;} static int k(int n,...){ va_list a; va_start(a,n); int s=h(2,&a); s+=10*va_arg(a,int); va_end(a); return s;}
int main(void){ float f1=1.5f; assert(f(0,3,f1,"z")); assert(g(0,(struct S){1,2,3},4LL)==10); assert(k(0,1,2,3)==33); return 0;}
