// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdlib.h>
#include <string.h>
int main(void){
  char *line=malloc(8); if(!line) return 0;
  strcpy(line,"  hi");
  char *p=line;
  while(*p==' ') p++;
  int r=*p;
#if BAD
  free(p);
#else
  free(line);
#endif
  return r;
}
