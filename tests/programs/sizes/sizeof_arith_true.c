// EXPECT: TRUE
// COMMAND: whet verify
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void){ int a[4]={1,2,3,4}; int s=0; int d=__VERIFIER_nondet_int(); if(d<-1||d>2) return 0;
 for(int i=-1;i<(int)(sizeof a/sizeof*a)-1;i++) s+=a[i+1];
 assert(s==10); return 0; }
