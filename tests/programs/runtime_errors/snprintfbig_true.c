// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdio.h>
int main(void){
  char b[4];
#if BAD
  snprintf(b,10,"%s","abcdef");
#else
  snprintf(b,sizeof b,"%s","abcdef");
#endif
  return b[0];
}
