// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
int main(void){
#if BAD
  long double*p=malloc(12);
#else
  long double*p=malloc(sizeof *p);
#endif
  if(!p) return 0;
  *p=1.0L;
  int r=*p>2;
  free(p);
  return r;
}
