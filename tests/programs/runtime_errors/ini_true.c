// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <string.h>
extern char __VERIFIER_nondet_char(void);
static int parse(char*line,char**k,char**v){
  char*eq=strchr(line,'=');
#if !BAD
  if(!eq) return -1;
#endif
  *eq=0; *k=line; *v=eq+1;
  char*e=*v+strlen(*v);
#if BAD
  while(e[-1]==' ') *--e=0;
#else
  while(e>*v&&e[-1]==' ') *--e=0;
#endif
  return 0; }
int main(void){ char l[6]; for(int i=0;i<5;i++) l[i]=__VERIFIER_nondet_char(); l[5]=0; char*k,*v; if(parse(l,&k,&v)) return 1; return v[0]==*k; }
