// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
int main(void){
  char s[5]="ab:c"; char*p=strchr(s,':');
#if BAD
  p=strchr(s,'\0'); return p[1];
#else
  return p?p[1]:0;
#endif
}
