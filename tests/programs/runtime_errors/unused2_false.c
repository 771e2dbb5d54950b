// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern int __VERIFIER_nondet_int(void);
struct S{int x;};
int main(void){
  struct S s={1},*p=__VERIFIER_nondet_int()?&s:0;
#if BAD
  p->x;
#else
  if(p) p->x;
#endif
  return 0;
}
