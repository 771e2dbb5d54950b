// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdarg.h>
static long f(int n,...){ va_list a; va_start(a,n); long s=0; for(int i=0;i<n;i++) s+=va_arg(a,int); va_end(a); return s;}
int main(void){ char c=-1; short s=5; _Bool b=1; 
 assert(f(3,c,s,b)==5);
 return 0;}
