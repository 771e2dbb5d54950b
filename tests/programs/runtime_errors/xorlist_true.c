// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdint.h>
#include <stdlib.h>
struct n{ uintptr_t link; int v; };
int main(void){
  struct n a={0,1},b={0,2},c={0,3};
  a.link=(uintptr_t)&b; b.link=(uintptr_t)&a^(uintptr_t)&c; c.link=(uintptr_t)&b;
  struct n*prev=0,*cur=&a; int s=0;
#if BAD
  for(int i=0;i<4;i++){
#else
  for(int i=0;i<3;i++){
#endif
    s+=cur->v;
    struct n*nx=(struct n*)(cur->link^(uintptr_t)prev);
    prev=cur;cur=nx;
  }
  return s;
}
