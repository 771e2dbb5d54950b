// EXPECT: FALSE
// COMMAND: whet verify
#include <stdarg.h>
static long f(int n,...){ va_list a; va_start(a,n); long d=va_arg(a,long); va_end(a); return d;}
int main(void){ return f(0,1)>2; }
