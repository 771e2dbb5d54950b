// EXPECT: TRUE
// COMMAND: whet verify
#include <stdarg.h>
#include <assert.h>
static int mx(int n,...){ va_list a; va_start(a,n); int m=va_arg(a,int); for(int i=1;i<n;i++){ int v=va_arg(a,int); if(v>m) m=v; } va_end(a); return m; }
int main(void){ assert(mx(3,mx(2,1,9),mx(1,4),7)==9); return 0;}
