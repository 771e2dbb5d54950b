// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
static void qs(int*a,int lo,int hi){ if(lo>=hi) return; int p=a[(lo+hi)/2],i=lo,j=hi;
 while(i<=j){ 
#if BAD
  while(a[i]<=p) i++; 
#else
  while(a[i]<p) i++; 
#endif
  while(a[j]>p) j--; if(i<=j){int t=a[i];a[i]=a[j];a[j]=t;i++;j--;} }
 qs(a,lo,j); qs(a,i,hi); }
int main(void){ int a[4]; for(int i=0;i<4;i++) a[i]=__VERIFIER_nondet_int(); qs(a,0,3); return 0; }
