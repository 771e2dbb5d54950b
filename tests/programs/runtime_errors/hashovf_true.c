// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <string.h>
static int hash(const char*s){
#if BAD
  int h=5381;
#else
  unsigned h=5381;
#endif
  while(*s) h=h*33+*s++;
  return (int)(h%64);
}
int main(void){ return hash("configuration")==3; }
