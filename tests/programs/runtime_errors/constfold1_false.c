// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <limits.h>
#define BASE INT_MAX
int main(void){
#if BAD
  int x=BASE+1;
#else
  unsigned x=(unsigned)BASE+1;
#endif
  return x==3;
}
