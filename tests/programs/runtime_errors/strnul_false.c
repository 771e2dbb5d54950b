// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
#include <stdlib.h>
int main(void){
  char *h=getenv("HOME");
#if !BAD
  if(!h) return 1;
#endif
  return strlen(h)>3;
}
