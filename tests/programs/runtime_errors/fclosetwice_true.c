// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdio.h>
int main(void){
  FILE*f=fopen("/etc/x","r");
  if(!f) return 1;
  int c=fgetc(f);
  fclose(f);
#if BAD
  fclose(f);
#endif
  return c=='a';
}
