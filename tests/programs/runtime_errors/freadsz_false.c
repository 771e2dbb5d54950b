// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdio.h>
struct rec{int id; char tag[4];};
int main(void){
  struct rec r[3];
#if BAD
  size_t n=fread(r,sizeof(struct rec),4,stdin);
#else
  size_t n=fread(r,sizeof(struct rec),3,stdin);
#endif
  if(n<1) return 0;
  return r[0].tag[3];
}
