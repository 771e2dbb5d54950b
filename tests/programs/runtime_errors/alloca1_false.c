// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
#include <alloca.h>
static char*mk(int n){ char*p=alloca(n); p[n-1]=0; return p; }
int main(void){
#if BAD
  char*p=mk(4); return p[0];
#else
  char*p=alloca(4); p[3]=1; return p[3];
#endif
}
