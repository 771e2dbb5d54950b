// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdarg.h>
static double f(int n,...){ va_list ap; va_start(ap,n); double d=va_arg(ap,double); va_end(ap); return d; }
int main(void){
#if BAD
  return f(1,3)>1;
#else
  return f(1,3.0)>1;
#endif
}
