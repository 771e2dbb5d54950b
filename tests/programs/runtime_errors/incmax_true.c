// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
struct S{int n; short s; signed char c;};
int main(void){
  struct S s={0,32767,127};
  s.n=__VERIFIER_nondet_int();
  s.s++; s.c++; s.c-=200; s.s*=s.s;
#if !BAD
  if(s.n<2147483647)
#endif
  s.n++;
  return s.n;
}
