// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdio.h>
#include <stdlib.h>
int main(void){
  const char*h=getenv("EDITOR");
#if BAD
  printf("%s\n",h);
#else
  printf("%s\n",h?h:"vi");
#endif
  return 0;
}
