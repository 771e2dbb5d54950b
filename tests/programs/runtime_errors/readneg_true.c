// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <unistd.h>
int main(void){
  char b[8]; ssize_t n=read(0,b,sizeof b-1);
#if !BAD
  if(n<0) return 1;
#endif
  b[n]=0;
  return b[0]=='x';
}
