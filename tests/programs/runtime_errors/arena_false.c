// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stddef.h>
#include <stdint.h>
static _Alignas(16) unsigned char pool[64]; static size_t used;
static void*alloc(size_t n){
  size_t a=(n+7)&~(size_t)7;
#if BAD
  if(used>sizeof pool) return 0;
#else
  if(a>sizeof pool-used) return 0;
#endif
  void*p=pool+used; used+=a; return p; }
int main(void){
  for(int i=0;i<6;i++){ long*p=alloc(sizeof(long)*(i+1)); if(!p) break; for(int j=0;j<=i;j++) p[j]=j; }
  return 0;
}
