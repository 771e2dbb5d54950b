// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
int main(void){
#if BAD
  int *p=malloc(4*sizeof *p);
#else
  int *p=calloc(4,sizeof *p);
#endif
  if(!p) return 0;
  p[0]=1;
  int r=0; if(p[3]) r=1;
  free(p);
  return r;
}
