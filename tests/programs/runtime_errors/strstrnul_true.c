// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <string.h>
int main(int argc,char**argv){
  if(argc<2) return 0;
  char*p=strstr(argv[1],"k");
#if BAD
  return p[1]=='x';
#else
  return p&&p[1]=='x';
#endif
}
