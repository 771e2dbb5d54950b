// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a[3]={1,2,3},i=0;
#if BAD
  a[i++]+=a[i++]+a[(i+=2,i-1)];
#else
  a[i]+=a[i+1]; i+=2; a[i]--;
#endif
  return a[0];
}
