// EXPECT: TRUE
// COMMAND: whet verify
#define BAD 0
extern int __VERIFIER_nondet_int(void);
struct B{ signed int a:4; unsigned b:3; int c:31; };
int main(void){
  struct B b={7,7,0};
  b.a++; b.b++; 
  b.c=__VERIFIER_nondet_int();
#if BAD
  int r=b.c*4;
#else
  int r=b.c+b.c;
  r=b.a*b.b;
#endif
  return r==3;
}
