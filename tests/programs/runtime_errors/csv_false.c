// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <string.h>
static int split(char*s,char**f,int max){ int n=0; f[n++]=s;
  for(;*s;s++) if(*s==','){ *s=0;
#if BAD
   if(n>max) break;
#else
   if(n>=max) break;
#endif
   f[n++]=s+1; }
  return n; }
int main(void){ char l[]="a,b,c,d,e"; char*f[3]; int n=split(l,f,3); return n==3&&f[2][0]=='c'; }
