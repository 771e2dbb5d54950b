// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdint.h>
static int tab[8];
int main(void){
  int x; 
#if BAD
  tab[((uintptr_t)&x>>4)%9]++;
#else
  tab[((uintptr_t)&x>>4)%8]++;
#endif
  return tab[0];
}
