// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdio.h>
int main(void){
  char b[10];
#if BAD
  if(!fgets(b,100,stdin)) return 0;
#else
  if(!fgets(b,sizeof b,stdin)) return 0;
#endif
  return b[0]=='q';
}
