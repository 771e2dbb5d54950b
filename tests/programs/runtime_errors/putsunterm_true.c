// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdio.h>
int main(void){
#if BAD
  char a[3]={'a','b','c'};
#else
  char a[4]={'a','b','c'};
#endif
  puts(a);
  return 0;
}
