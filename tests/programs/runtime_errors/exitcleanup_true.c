// EXPECT: TRUE
// COMMAND: whet verify --check cleanup
#define BAD 0
#include <stdlib.h>
static int*g;
static void bye(void){ free(g); }
int main(void){
  g=malloc(8);
#if !BAD
  atexit(bye);
#endif
  exit(0);
}
