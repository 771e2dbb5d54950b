// EXPECT: TRUE
// COMMAND: whet verify --check all
#define BAD 0
#include <stdlib.h>
int main(void){
  char *p=malloc(4);
  if(!p) return 0;
  p[0]=1;
#if BAD
  char *q=realloc(p,0);
  if(!q) free(p);
  else free(q);
#else
  free(p);
#endif
  return 0;
}
