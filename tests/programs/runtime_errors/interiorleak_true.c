// EXPECT: TRUE
// COMMAND: whet verify --check leak
#define BAD 0
#include <stdlib.h>
static char*g;
int main(void){
  char*p=malloc(8);
  g=p+4;
#if BAD
  g=0;
#else
  free(g-4);
#endif
  return 0;
}
