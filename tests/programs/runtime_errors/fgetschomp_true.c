// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <stdio.h>
#include <string.h>
int main(void){
  char b[6];
  if(!fgets(b,sizeof b,stdin)) return 0;
  size_t n=strlen(b);
#if BAD
  if(b[n-1]=='\n') b[n-1]=0;
#else
  if(n&&b[n-1]=='\n') b[n-1]=0;
#endif
  return b[0]=='q';
}
