// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
#include <string.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void){
  unsigned n=__VERIFIER_nondet_uint(),m=__VERIFIER_nondet_uint(); if(n>8||m>8) return 0;
  char*a=malloc(n),*b=malloc(m); if(!a||!b) return 0; memset(b,1,m);
#if BAD
  memcpy(a,b,n>m?n:m);
#else
  memcpy(a,b,n<m?n:m);
#endif
  free(a);free(b); return 0;
}
