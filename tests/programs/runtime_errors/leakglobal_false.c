// EXPECT: FALSE
// COMMAND: whet verify --check leak
#define BAD 1
#include <stdlib.h>
static int *cache;
int main(void){
  cache=malloc(16);
#if BAD
  cache=0;
#endif
  return 0;
}
