// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <string.h>
int main(void){
#if BAD
  char*p="hello";
#else
  char p[]="hello";
#endif
  memset(p,'x',2);
  return p[0];
}
