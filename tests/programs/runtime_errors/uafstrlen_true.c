// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
int main(void){
  char*p=malloc(4); if(!p) return 0; strcpy(p,"abc");
#if BAD
  free(p);
  size_t n=strlen(p);
  printf("%s\n",p);
#else
  size_t n=strlen(p);
  printf("%s\n",p);
  free(p);
#endif
  return n==9;
}
