// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdarg.h>
static long sum(int n,...){ va_list ap; va_start(ap,n); long s=0; for(int i=0;i<n;i++) s+=va_arg(ap,long); va_end(ap); return s; }
int main(void){
#if BAD
  return sum(3,1L,2L,3)==6;
#else
  return sum(3,1L,2L,3L)==6;
#endif
}
