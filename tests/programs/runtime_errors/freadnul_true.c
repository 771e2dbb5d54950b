// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdio.h>
int main(void){
  char b[4];
#if BAD
  size_t n=fread(b,1,sizeof b,stdin);
#else
  size_t n=fread(b,1,sizeof b-1,stdin);
#endif
  b[n]=0;
  return b[0]=='x';
}
