// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){
  int n = __VERIFIER_nondet_int(); if(n<1||n>9) return 0;
  int cnt=0, k=(n+3)/4;
  switch(n%4){ case 0: do { cnt++; case 3: cnt++; case 2: cnt++; case 1: cnt++; } while(--k>0); }
  assert(cnt==n);
  return 0;
}
