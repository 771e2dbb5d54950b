// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <string.h>
int main(void){
  char buf[4]; const char *src="abcd";
#if BAD
  memcpy(buf,src,4);
#else
  memcpy(buf,src,3); buf[3]=0;
#endif
  return (int)strlen(buf)>10;
}
