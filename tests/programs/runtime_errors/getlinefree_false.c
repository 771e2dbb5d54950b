// EXPECT: FALSE
// COMMAND: whet verify --check all
#define BAD 1
#include <stdio.h>
#include <stdlib.h>
int main(void){
  char*l=0; size_t c=0; int k=0;
  while(k<2&&getline(&l,&c,stdin)>0){ k++;
#if BAD
    l=0; c=0;
#endif
  }
  free(l); return 0;
}
