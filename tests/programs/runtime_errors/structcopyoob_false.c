// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
#include <string.h>
struct big{int a[8];}; struct small{int a[4];};
int main(void){
  struct small*s=malloc(sizeof(struct small)); if(!s) return 0; memset(s,0,sizeof *s);
  struct big b;
#if BAD
  b=*(struct big*)s;
#else
  memset(&b,0,sizeof b); memcpy(&b,s,sizeof *s);
#endif
  free(s);
  return b.a[0];
}
