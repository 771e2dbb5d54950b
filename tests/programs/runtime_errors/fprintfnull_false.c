// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdio.h>
int main(void){
  FILE*f=fopen("log.txt","w");
#if !BAD
  if(!f) return 1;
#endif
  fprintf(f,"hello %d\n",3);
  fputs("x",f);
  fclose(f);
  return 0;
}
