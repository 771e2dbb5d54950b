// EXPECT: TRUE
// COMMAND: whet verify
#include <stdarg.h>
static double f(int n,...){ va_list a; va_start(a,n); double d=va_arg(a,double); va_end(a); return d;}
int main(void){ 
 return f(0,1.0)>2; 
}
