// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
int main(void){
  int a=1; int *p;
  if(__VERIFIER_nondet_int()) p=&a;
#if !BAD
  else p=&a;
#endif
  *p=2;
  return a;
}
