// EXPECT: FALSE
// COMMAND: whet verify --check leak
#define BAD 1
#include <stdlib.h>
static void die(int c){ exit(c); }
int main(void){
  int *p=malloc(8);
  *p=1;
#if BAD
  p=0;
  die(1);
#else
  die(1);
#endif
  return 0;
}
