// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
int main(void){
#if BAD
  char d[6]="abc";
#else
  char d[7]="abc";
#endif
  strcat(d,"def");
  return d[1];
}
