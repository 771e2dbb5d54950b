// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
static int find(const int*a,int n,int x){ int lo=0,hi=
#if BAD
 n;
#else
 n-1;
#endif
 while(lo<=hi){ int m=lo+(hi-lo)/2; if(a[m]==x) return m; if(a[m]<x) lo=m+1; else hi=m-1; } return -1; }
int main(void){ int a[5]={1,3,5,7,9}; return find(a,5,__VERIFIER_nondet_int()); }
