// EXPECT: TRUE
// COMMAND: whet verify --check all
#define BAD 0
#include <stdlib.h>
int main(void){
  char *p=0;
  for(int i=1;i<4;i++){
#if !BAD
    free(p);
#endif
    p=malloc(i); if(!p) return 0; p[i-1]=1;
  }
  free(p);
  return 0;
}
