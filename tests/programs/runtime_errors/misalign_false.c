// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
int main(void){
  static unsigned char buf[16]={1,2,3,4,5,6,7,8};
  int v;
#if BAD
  v=*(int*)(buf+1);
#else
  memcpy(&v,buf+1,sizeof v);
#endif
  return v==7;
}
