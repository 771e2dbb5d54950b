// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <stdlib.h>
int main(int argc,char**argv){
  char small[16]; char*b=small; int n=argc>5?100:10; (void)argv;
  if(n>(int)sizeof small){ b=malloc(n); if(!b) return 1; }
  b[n-1]=0;
#if BAD
  free(b);
#else
  if(b!=small) free(b);
#endif
  return 0;
}
