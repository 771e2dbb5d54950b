// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdarg.h>
static int vs(int n,va_list ap){ int s=0; while(n-->0) s+=va_arg(ap,int); return s; }
static int twice(int n,...){ va_list ap,aq; va_start(ap,n);
#if BAD
 int s=vs(n,ap)+vs(n,ap);
#else
 va_copy(aq,ap); int s=vs(n,ap)+vs(n,aq); va_end(aq);
#endif
 va_end(ap); return s; }
int main(void){ return twice(2,3,4); }
