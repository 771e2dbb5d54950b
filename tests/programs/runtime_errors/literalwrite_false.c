// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <ctype.h>
static void up(char*s){ for(;*s;s++) *s=(char)toupper((unsigned char)*s); }
int main(void){
#if BAD
  char *t="abc";
#else
  char t[]="abc";
#endif
  up(t);
  return t[0]!='A';
}
