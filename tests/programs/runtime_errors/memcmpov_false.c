// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
int main(void){
  char a[4]="abc"; char b[8]="abcdefg";
#if BAD
  return memcmp(a,b,6)==0;
#else
  return memcmp(a,b,4)==0;
#endif
}
