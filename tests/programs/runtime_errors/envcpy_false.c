// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
#include <string.h>
int main(void){
  char p[8]; const char*h=getenv("HOME"); if(!h) return 1;
#if BAD
  strcpy(p,h);
#else
  if(strlen(h)>=sizeof p) return 1; strcpy(p,h);
#endif
  return p[0]=='/';
}
