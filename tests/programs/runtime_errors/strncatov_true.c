// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <string.h>
int main(void){
  char d[8]="abcd";
#if BAD
  strncat(d,"efghij",sizeof d-strlen(d));
#else
  strncat(d,"efghij",sizeof d-strlen(d)-1);
#endif
  return d[7];
}
