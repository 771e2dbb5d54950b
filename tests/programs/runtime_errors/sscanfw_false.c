// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdio.h>
int main(void){
  char w[4];
#if BAD
  if(sscanf("hello 3","%s",w)!=1) return 1;
#else
  if(sscanf("hello 3","%3s",w)!=1) return 1;
#endif
  return w[0]=='h';
}
