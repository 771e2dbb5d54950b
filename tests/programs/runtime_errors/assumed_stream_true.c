// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdio.h>
int main(void){
  FILE*f=fopen("data","r");
#if !BAD
  if(!f) return 1;
#endif
  int c=fgetc(f);
  fclose(f);
  return c=='a';
}
