// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
#define N 0
static int a[4];
int main(void){
  int x=__VERIFIER_nondet_int();
  if(N && 10/N>x) return 1;
  int s=sizeof(a[100])+sizeof(1/N)+(int)sizeof(x++);
#if BAD
  return s+(x==5?10/(x-5):1);
#else
  return s+(x!=5&&x>0?10/(x+5>x?1:1):1);
#endif
}
