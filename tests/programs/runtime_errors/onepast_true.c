// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a[6]; int *e=a+6; int s=0;
  for(int i=0;i<6;i++) a[i]=__VERIFIER_nondet_int();
  int x=__VERIFIER_nondet_int();
  int *p=a;
  while(p!=e && *p!=x) p++;
#if BAD
  return *p==x;
#else
  return p!=e && *p==x;
#endif
}
