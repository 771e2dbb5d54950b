// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdarg.h>
static int sum(int first,...){ va_list ap; va_start(ap,first); int s=0; for(int x=first;x!=-1;x=va_arg(ap,int)) s+=x; va_end(ap); return s; }
int main(void){
#if BAD
  return sum(3,1,2);
#else
  return sum(3,1,2,-1);
#endif
}
