// EXPECT: FALSE
// COMMAND: whet verify
#define BAD 1
struct S{int a,b;};
static struct S g; 
extern int __VERIFIER_nondet_int(void);
static struct S*look(int k){ if(k==4) return &g; return 0; }
int main(void){
  struct S*p=look(__VERIFIER_nondet_int());
#if BAD
  struct S c=*p;
#else
  struct S c={0}; if(p) c=*p;
#endif
  return c.a;
}
