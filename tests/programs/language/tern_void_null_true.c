// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
#include <stdlib.h>
int main(void){
  int i=3; int *p=&i; void *v=&i;
  assert(sizeof(*(1?p:(void*)0))==sizeof(int));
  assert(_Generic((1?p:(void*)0), int*:1, void*:2)==1);
  assert(_Generic((1?p:v), int*:1, void*:2)==2);
  assert(_Generic((1?(short)1:(char)2), int:1, default:2)==1);
  const int *cp=&i; volatile int *vp=&i;
  assert(_Generic((1?cp:vp), const volatile int*:1, default:2)==1);
  return 0; }
