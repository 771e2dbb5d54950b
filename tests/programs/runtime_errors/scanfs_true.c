// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdio.h>
int main(void){
  char w[5];
#if BAD
  if(scanf("%5s",w)!=1) return 1;
#else
  if(scanf("%4s",w)!=1) return 1;
#endif
  return w[0]=='q';
}
