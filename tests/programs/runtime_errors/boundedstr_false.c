// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
#include <stdio.h>
int main(void){
  char s[4]={'a','b','c','d'},d[5];
#if BAD
  strncpy(d,s,5); d[4]=0;
#else
  strncpy(d,s,4); d[4]=0; if(strnlen(s,4)!=4) return 2; printf("%.4s\n",s);
#endif
  return d[0];
}
