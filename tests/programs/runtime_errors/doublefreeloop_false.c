// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
int main(void){
  char*v[3]; for(int i=0;i<3;i++){ v[i]=malloc(2); if(!v[i]) v[i]=0; }
#if BAD
  v[2]=v[1];
#endif
  for(int i=0;i<3;i++) free(v[i]);
  return 0;
}
