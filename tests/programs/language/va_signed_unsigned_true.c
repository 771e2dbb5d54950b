// EXPECT: TRUE
// COMMAND: whet verify
#include <stdarg.h>
#include <assert.h>
static unsigned f(int n,...){ va_list a; va_start(a,n); unsigned d=va_arg(a,unsigned); void*v=va_arg(a,void*); va_end(a); return d+(v!=0);}
int main(void){ char c; assert(f(0,1,&c)==2); return 0;}
