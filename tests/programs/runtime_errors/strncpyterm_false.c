// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
#include <stdio.h>
int main(int argc,char**argv){
  struct { char name[8]; int id; } r;
  r.id=1;
  if(argc<2) return 0;
#if BAD
  strncpy(r.name,argv[1],sizeof r.name);
#else
  strncpy(r.name,argv[1],sizeof r.name-1); r.name[7]=0;
#endif
  char out[8];
  strcpy(out,r.name);
  return out[0]=='x';
}
