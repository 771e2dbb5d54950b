// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
int main(void){
  char s[4]="12"; s[2]='3'; s[3]=0; char*e;
  long v=strtol(s,&e,10);
#if BAD
  return e[1]==',';
#else
  return *e==','||v==3;
#endif
}
