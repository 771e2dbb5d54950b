// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
extern unsigned __VERIFIER_nondet_uint(void);
struct B{ unsigned a:31; unsigned b:32; };
int main(void){
  struct B s; s.a=__VERIFIER_nondet_uint(); s.b=__VERIFIER_nondet_uint();
#if BAD
  return s.a+s.a==5;
#else
  return s.b+s.b==5u;
#endif
}
