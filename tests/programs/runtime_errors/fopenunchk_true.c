// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdio.h>
int main(void){
  FILE*f=fopen("/etc/x","r"); char b[8];
#if !BAD
  if(!f) return 1;
#endif
  if(fgets(b,sizeof b,f)) { fclose(f); return b[0]; }
  fclose(f);
  return 0;
}
