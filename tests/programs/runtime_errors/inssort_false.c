// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
static void sort(int*a,int n){ for(int i=1;i<n;i++){ int x=a[i],j=i-1;
#if BAD
 while(a[j]>x){ a[j+1]=a[j]; j--; }
#else
 while(j>=0&&a[j]>x){ a[j+1]=a[j]; j--; }
#endif
 a[j+1]=x; } }
int main(void){ int a[5]; for(int i=0;i<5;i++) a[i]=__VERIFIER_nondet_int(); sort(a,5); return a[0]>a[4]; }
