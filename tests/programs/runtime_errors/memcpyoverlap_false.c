// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
int main(void){
  char a[16]="abcdefghijklmno";
  char *d=a+2; char *s=a;
#if BAD
  memcpy(d,s,8);
#else
  memmove(d,s,8);
#endif
  return a[2]!='a';
}
