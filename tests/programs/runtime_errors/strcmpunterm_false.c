// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
int main(void){
  char a[3]={'a','b','c'};
#if BAD
  return strcmp(a,"abcd")==0;
#else
  return strncmp(a,"abcd",3)==0;
#endif
}
