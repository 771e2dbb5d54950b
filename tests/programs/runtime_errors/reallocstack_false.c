// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
int main(void){
  int st[4]={0};
#if BAD
  int*p=st;
#else
  int*p=malloc(sizeof st);
#endif
  if(!p) return 0;
  int*q=realloc(p,32);
  free(q);
  return st[0];
}
