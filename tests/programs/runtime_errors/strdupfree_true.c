// EXPECT: TRUE
// COMMAND: whet verify --check all
#define BAD 0
#include <string.h>
#include <stdlib.h>
int main(void){
  char*s=strdup("a,b"); if(!s) return 0;
  char*t=strtok(s,","); int n=0;
  while(t){ n++; 
#if BAD
   free(t);
   t=NULL; }
  free(s);
#else
   t=strtok(NULL,","); }
  free(s);
#endif
  return n;
}
